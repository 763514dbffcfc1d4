"""Kernels of products of matrices, for products.py."""

import triton
import triton.language as tl


@triton.jit
def matmul(a, b, c, K, stride_a, stride_b, stride_c, BM: tl.constexpr, BN: tl.constexpr,
           BK: tl.constexpr, A_MAJOR: tl.constexpr, B_MAJOR: tl.constexpr,
           SUM: tl.constexpr, OUT: tl.constexpr):
    """c = a @ b. A_MAJOR, B_MAJOR: which axis of the product is contiguous, "m", "n" or "k"."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    if A_MAJOR == "k":
        pa = a + rm[:, None] * stride_a + rk[None, :]
    else:
        pa = a + rm[:, None] + rk[None, :] * stride_a
    if B_MAJOR == "k":
        pb = b + rk[:, None] + rn[None, :] * stride_b
    else:
        pb = b + rk[:, None] * stride_b + rn[None, :]
    total = tl.zeros((BM, BN), dtype=SUM)
    for _ in range(0, K, BK):
        y = tl.load(pb).to(a.dtype.element_ty)  # Of weights; others have it.
        total = tl.dot(tl.load(pa), y, total, out_dtype=SUM)
        pa += BK if A_MAJOR == "k" else BK * stride_a
        pb += BK if B_MAJOR == "k" else BK * stride_b
    tl.store(c + rm[:, None] * stride_c + rn[None, :], total.to(OUT))


@triton.jit
def scaled(a, b, scales, c, K, stride_a, stride_b, stride_scales, stride_c,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, FORMAT: tl.constexpr):
    """c = a @ b, where b is of MXFP4: two elements along K a byte, 32 of them a scale."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    pa = a + rm[:, None] * stride_a + tl.arange(0, BK)[None, :]
    pb = b + tl.arange(0, BK // 2)[:, None] + rn[None, :] * stride_b
    ps = scales + rn[:, None] * stride_scales + tl.arange(0, BK // 32)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot_scaled(tl.load(pa), None, FORMAT, tl.load(pb), tl.load(ps), "e2m1",
                              total)
        pa += BK
        pb += BK // 2
        ps += BK // 32
    tl.store(c + rm[:, None] * stride_c + rn[None, :], total.to(c.dtype.element_ty))


@triton.jit
def tile_sum(a, b, rm, rn, first, K, stride_a, stride_b, BK: tl.constexpr, STEP: tl.constexpr):
    """The tile of a @ b at rows rm and columns rn: BK of each STEP along K, from `first` on."""
    rk = first + tl.arange(0, BK)
    pa = a + rm[:, None] * stride_a + rk[None, :]
    pb = b + rk[:, None] * stride_b + rn[None, :]
    total = tl.zeros((rm.shape[0], rn.shape[0]), tl.float32)
    for _ in range(first, K, STEP):
        total = tl.dot(tl.load(pa), tl.load(pb), total)
        pa += STEP
        pb += STEP * stride_b
    return total


@triton.jit
def split_k(a, b, c, K, stride_a, stride_b, stride_c, BM: tl.constexpr, BN: tl.constexpr,
            BK: tl.constexpr, SPLITS: tl.constexpr):
    """c += a @ b, where each of SPLITS programs adds a part of the sum."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tile_sum(a, b, rm, rn, tl.program_id(2) * BK, K, stride_a, stride_b, BK,
                     BK * SPLITS)
    tl.atomic_add(c + rm[:, None] * stride_c + rn[None, :], total, sem="relaxed")


@triton.jit
def gelu(a, b, bias, c, K, stride_a, stride_b, stride_c, BM: tl.constexpr,
         BN: tl.constexpr, BK: tl.constexpr, FORM: tl.constexpr):
    """c = gelu(a @ b + bias), by erf or by the approximation with tanh."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    x = tile_sum(a, b, rm, rn, 0, K, stride_a, stride_b, BK, BK)
    x += tl.load(bias + rn)[None, :]
    if FORM == "erf":
        y = 0.5 * x * (1 + tl.erf(x * 0.7071067811865476))
    else:  # (1 + tanh(u)) / 2 is the sigmoid of 2 u.
        y = x * tl.sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x))
    tl.store(c + rm[:, None] * stride_c + rn[None, :], y.to(c.dtype.element_ty))


@triton.jit
def place_of(tile, M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """Row and column of a tile in the order of groups of GROUP rows, column by column."""
    tiles_m = tl.cdiv(M, BM)
    size = GROUP * tl.cdiv(N, BN)
    first = tile // size * GROUP
    rows = min(tiles_m - first, GROUP)
    return first + tile % size % rows, tile % size // rows


@triton.jit
def masked_sum(a, b, rm, rn, K, stride_a, stride_b, BK: tl.constexpr):
    """As tile_sum, of any K."""
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * stride_a + rk[None, :]
    pb = b + rk[:, None] * stride_b + rn[None, :]
    total = tl.zeros((rm.shape[0], rn.shape[0]), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(pa, mask=rk[None, :] < K - k * BK, other=0.0)
        y = tl.load(pb, mask=rk[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total)
        pa += BK
        pb += BK * stride_b
    return total


@triton.jit
def store_inside(c, m, n, value, M, N, stride_c):
    """Stores a tile that begins at row m and column n, as far as it is in c."""
    rm = m + tl.arange(0, value.shape[0])
    rn = n + tl.arange(0, value.shape[1])
    tl.store(c + rm[:, None] * stride_c + rn[None, :], value.to(c.dtype.element_ty),
             mask=(rm[:, None] < M) & (rn[None, :] < N))


@triton.jit
def tutorial(a, b, c, M, N, K, stride_a, stride_b, stride_c, BM: tl.constexpr,
             BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    """c = a @ b of any size, as in Triton's tutorial 03."""
    row, column = place_of(tl.program_id(0), M, N, BM, BN, GROUP)
    rm = (row * BM + tl.arange(0, BM)) % M
    rn = (column * BN + tl.arange(0, BN)) % N
    total = masked_sum(a, b, rm, rn, K, stride_a, stride_b, BK)
    store_inside(c, row * BM, column * BN, total, M, N, stride_c)


@triton.jit
def persistent(a, b, c, M, N, K, stride_a, stride_b, stride_c, BM: tl.constexpr,
               BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
               PROGRAMS: tl.constexpr, FLATTEN: tl.constexpr):
    """The same, as in tutorial 09: each program computes every PROGRAMS-th tile."""
    tiles = tl.cdiv(M, BM) * tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tiles, PROGRAMS, flatten=FLATTEN):
        row, column = place_of(tile, M, N, BM, BN, GROUP)
        rm = row * BM + tl.arange(0, BM)
        rn = column * BN + tl.arange(0, BN)
        rm = tl.max_contiguous(tl.multiple_of(tl.where(rm < M, rm, 0), BM), BM)
        rn = tl.max_contiguous(tl.multiple_of(tl.where(rn < N, rn, 0), BN), BN)
        total = tl.zeros((BM, BN), tl.float32)
        for k in range(0, tl.cdiv(K, BK)):
            rk = k * BK + tl.arange(0, BK)
            x = tl.load(a + rm[:, None] * stride_a + rk[None, :], mask=rk[None, :] < K,
                        other=0.0)
            y = tl.load(b + rk[:, None] * stride_b + rn[None, :], mask=rk[:, None] < K,
                        other=0.0)
            total = tl.dot(x, y, total)
        store_inside(c, row * BM, column * BN, total, M, N, stride_c)


@triton.jit
def descriptor(a, b, c, M, N, K, stride_a, stride_b, stride_c, BM: tl.constexpr,
               BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    """The same by tensor descriptors that the kernel makes."""
    x = tl.make_tensor_descriptor(a, [M, K], [stride_a, 1], [BM, BK])
    y = tl.make_tensor_descriptor(b, [K, N], [stride_b, 1], [BK, BN])
    z = tl.make_tensor_descriptor(c, [M, N], [stride_c, 1], [BM, BN])
    row, column = place_of(tl.program_id(0), M, N, BM, BN, GROUP)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        total = tl.dot(x.load([row * BM, k]), y.load([k, column * BN]), total)
    z.store([row * BM, column * BN], total.to(c.dtype.element_ty))


@triton.jit
def persistent_descriptor(a, b, c, M, N, K, stride_a, stride_b, stride_c, BM: tl.constexpr,
                          BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
                          PROGRAMS: tl.constexpr, FLATTEN: tl.constexpr, A_MAJOR: tl.constexpr = "k",
                          B_MAJOR: tl.constexpr = "n"):
    """The same by persistent programs, with majors as of `matmul`."""
    if A_MAJOR == "k":
        x = tl.make_tensor_descriptor(a, [M, K], [stride_a, 1], [BM, BK])
    else:
        x = tl.make_tensor_descriptor(a, [K, M], [stride_a, 1], [BK, BM])
    if B_MAJOR == "k":
        y = tl.make_tensor_descriptor(b, [N, K], [stride_b, 1], [BN, BK])
    else:
        y = tl.make_tensor_descriptor(b, [K, N], [stride_b, 1], [BK, BN])
    z = tl.make_tensor_descriptor(c, [M, N], [stride_c, 1], [BM, BN])
    tiles = tl.cdiv(M, BM) * tl.cdiv(N, BN)
    for tile in tl.range(tl.program_id(0), tiles, PROGRAMS, flatten=FLATTEN):
        row, column = place_of(tile, M, N, BM, BN, GROUP)
        total = tl.zeros((BM, BN), tl.float32)
        for k in range(0, tl.cdiv(K, BK)):
            if A_MAJOR == "k":
                u = x.load([row * BM, k * BK])
            else:
                u = x.load([k * BK, row * BM]).T
            if B_MAJOR == "k":
                v = y.load([column * BN, k * BK]).T
            else:
                v = y.load([k * BK, column * BN])
            total = tl.dot(u, v, total)
        z.store([row * BM, column * BN], total.to(c.dtype.element_ty))


@triton.jit
def host_descriptor(a, b, c, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                    B_MAJOR: tl.constexpr = "n", SPECIALIZE: tl.constexpr = True):
    """The same by tensor descriptors that the host makes, perhaps with warps of their own that
    load."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=SPECIALIZE):
        if B_MAJOR == "k":
            v = b.load([column, k]).T
        else:
            v = b.load([k, column])
        total = tl.dot(a.load([row, k]), v, total)
    c.store([row, column], total.to(c.dtype))


@triton.jit
def group(a_of, b_of, c_of, sizes, groups, OUT: tl.constexpr, BM: tl.constexpr,
          BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    """c[g] = a[g] @ b[g] of M, N, K = sizes[g], multiples of the tile, as in tutorial 08."""
    tile = tl.program_id(0)
    passed = 0
    for g in range(groups):
        M = tl.load(sizes + g * 3)
        N = tl.load(sizes + g * 3 + 1)
        K = tl.load(sizes + g * 3 + 2)
        tiles_n = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * tiles_n
        while tile >= passed and tile < passed + tiles:
            a = tl.load(a_of + g).to(tl.pointer_type(OUT))
            b = tl.load(b_of + g).to(tl.pointer_type(OUT))
            c = tl.load(c_of + g).to(tl.pointer_type(OUT))
            rm = (tile - passed) // tiles_n * BM + tl.arange(0, BM)
            rn = (tile - passed) % tiles_n * BN + tl.arange(0, BN)
            rk = tl.arange(0, BK)
            pa = a + rm[:, None] * K + rk[None, :]
            pb = b + rk[:, None] * N + rn[None, :]
            total = tl.zeros((BM, BN), tl.float32)
            for _ in range(0, tl.cdiv(K, BK)):
                # Hints to pipeline by, since the addresses are unknown.
                tl.multiple_of(pa, [16, 16])
                tl.multiple_of(pb, [16, 16])
                total = tl.dot(tl.load(pa), tl.load(pb), total)
                pa += BK
                pb += BK * N
            tl.store(c + rm[:, None] * N + rn[None, :], total.to(OUT))
            tile += PROGRAMS
        passed += tiles
