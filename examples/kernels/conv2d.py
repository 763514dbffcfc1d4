"""A two-dimensional convolution as a matrix product: rows are pixels of the output, the
sum runs over the channels of each place in the window, and columns are output channels.
Images are [image, row, column, channel]. Shows addresses from divisions by the image's
width, masks for the padding around it, and two loops around one product.
"""

import triton
import triton.language as tl


@triton.jit
def conv2d(image, weights, out, pixels, height, width, channels, out_height, out_width,
           out_channels, stride, padding, SIDE: tl.constexpr, BLOCK_M: tl.constexpr,
           BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    pixel = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    out_column = pixel % out_width
    out_row = pixel // out_width % out_height
    start = pixel // (out_width * out_height) * height * width
    total = tl.zeros([BLOCK_M, BLOCK_N], dtype=tl.float32)
    for window in range(SIDE * SIDE):
        row = out_row * stride - padding + window // SIDE
        column = out_column * stride - padding + window % SIDE
        seen = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        seen = seen & (pixel < pixels)
        source = (start + row * width + column) * channels
        for begin in range(0, channels, BLOCK_K):
            k = begin + tl.arange(0, BLOCK_K)
            kept = k < channels
            a_tile = tl.load(image + source[:, None] + k[None, :],
                             mask=seen[:, None] & kept[None, :], other=0.0)
            place = (window * channels + k)[:, None] * out_channels + n[None, :]
            b_tile = tl.load(weights + place,
                             mask=kept[:, None] & (n < out_channels)[None, :], other=0.0)
            total = tl.dot(a_tile, b_tile, total)
    inside = (pixel < pixels)[:, None] & (n < out_channels)[None, :]
    tl.store(out + pixel[:, None] * out_channels + n[None, :], total.to(tl.float16),
             mask=inside)
