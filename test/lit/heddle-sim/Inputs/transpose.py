import triton
import triton.language as tl


@triton.jit
def scaled(x, factor):
    return x * factor


@triton.jit
def transpose(x, out, factor, SIZE: tl.constexpr):
    row = tl.arange(0, SIZE)[:, None]
    column = tl.arange(0, SIZE)[None, :]
    tile = tl.load(x + row * SIZE + column)
    total = tl.sum(tile, axis=1)
    tile = scaled(tile, factor) + total[:, None]
    tl.store(out + column * SIZE + row, tile)
