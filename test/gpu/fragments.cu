//===- fragments.cu - Layouts against the hardware ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Multiplies random matrices with the hardware's matrix instructions, loading
/// operands and storing results by our layouts, and compares with plain loops.
/// A wrong layout gives wrong products. Accumulators start poisoned where the
/// instruction overwrites them, and integers are small, so results are exact.
///
///     make_tables.py heddle > tables.inc
///     nvcc -std=c++17 -gencode arch=compute_90a,code=sm_90a \
///         -o fragments fragments.cu && ./fragments
///
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <vector>

struct Bases {
  int count;
  unsigned words[16];
};
#include "tables.inc"

struct Element {
  int row, col;
};

/// The element at a location: the XOR of the bases of its bits.
__host__ __device__ unsigned sum(const Bases &bases, unsigned bits) {
  unsigned word = 0;
  for (int i = 0; i < bases.count; ++i)
    if (bits >> i & 1)
      word ^= bases.words[i];
  return word;
}
__host__ __device__ Element element(unsigned word) {
  return {int(word & 0xffff), int(word >> 16)};
}

/// Small integers, which every type has exactly.
template <class T> __device__ T fromInt(int value) { return T(value); }
template <> __device__ __half fromInt<__half>(int value) {
  return __int2half_rn(value);
}

// One warp: D = A * B by mma.sync.

template <class T, int Registers>
__device__ void gather(const Bases &reg, const Bases &lane, const int *matrix,
                       int columns, T (&fragment)[Registers]) {
  for (int r = 0; r < Registers; ++r) {
    Element e = element(sum(reg, r) ^ sum(lane, threadIdx.x));
    fragment[r] = fromInt<T>(matrix[e.row * columns + e.col]);
  }
}

template <class T, int Registers>
__device__ void scatter(const Bases &reg, const Bases &lane,
                        const T (&fragment)[Registers], double *matrix,
                        int columns) {
  for (int r = 0; r < Registers; ++r) {
    Element e = element(sum(reg, r) ^ sum(lane, threadIdx.x % 32));
    matrix[e.row * columns + e.col] = double(fragment[r]);
  }
}

__global__ void mmaF16(const int *a, const int *b, double *d) {
  __half fa[8], fb[4];
  float fd[4];
  gather(F16A_register, F16A_lane, a, 16, fa);
  gather(F16B_register, F16B_lane, b, 8, fb);
  auto *ra = reinterpret_cast<unsigned *>(fa);
  auto *rb = reinterpret_cast<unsigned *>(fb);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
               : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3])
               : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]),
                 "r"(rb[1]), "f"(0.f));
  scatter(F16C_register, F16C_lane, fd, d, 8);
}

__global__ void mmaTf32(const int *a, const int *b, double *d) {
  float fa[4], fb[2], fd[4];
  gather(Tf32A_register, Tf32A_lane, a, 8, fa);
  gather(Tf32B_register, Tf32B_lane, b, 8, fb);
  auto *ra = reinterpret_cast<unsigned *>(fa);
  auto *rb = reinterpret_cast<unsigned *>(fb);
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
               : "=f"(fd[0]), "=f"(fd[1]), "=f"(fd[2]), "=f"(fd[3])
               : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]),
                 "r"(rb[1]), "f"(0.f));
  scatter(Tf32C_register, Tf32C_lane, fd, d, 8);
}

__global__ void mmaS8(const int *a, const int *b, double *d) {
  signed char fa[16], fb[8];
  int fd[4];
  gather(S8A_register, S8A_lane, a, 32, fa);
  gather(S8B_register, S8B_lane, b, 8, fb);
  unsigned ra[4], rb[2];
  memcpy(ra, fa, 16);
  memcpy(rb, fb, 8);
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
               : "=r"(fd[0]), "=r"(fd[1]), "=r"(fd[2]), "=r"(fd[3])
               : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]),
                 "r"(rb[1]), "r"(0));
  scatter(S8C_register, S8C_lane, fd, d, 8);
}

__global__ void mmaF64(const int *a, const int *b, double *d) {
  double fa[1], fb[1], fd[2];
  gather(F64A_register, F64A_lane, a, 4, fa);
  gather(F64B_register, F64B_lane, b, 8, fb);
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, "
               "{%2}, {%3}, {%4,%4};"
               : "=d"(fd[0]), "=d"(fd[1])
               : "d"(fa[0]), "d"(fb[0]), "d"(0.0));
  scatter(F64C_register, F64C_lane, fd, d, 8);
}

// One warp group: D (64x64) = A (64xK) * B (Kx64) by wgmma, 16 of K a step.

/// PTX ISA, "Matrix Descriptor Format". Offsets in bytes.
__device__ std::uint64_t descriptor(unsigned address, unsigned leading,
                                    unsigned stride, unsigned swizzle) {
  std::uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : 3;
  auto field = [](unsigned bytes) { return std::uint64_t(bytes & 0x3ffff) >> 4; };
  return field(address) | field(leading) << 16 | field(stride) << 32 |
         mode << 62;
}

#define D4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define D32                                                                    \
  D4(0), D4(4), D4(8), D4(12), D4(16), D4(20), D4(24), D4(28)
#define D32TEXT                                                                \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"    \
  "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"

template <int TransposeB>
__device__ void wgmmaShared(float (&d)[32], std::uint64_t a, std::uint64_t b,
                            int accumulate) {
  asm volatile("{.reg .pred p; setp.ne.b32 p, %34, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " D32TEXT
               ", %32, %33, p, 1, 1, 0, %35;}"
               : D32
               : "l"(a), "l"(b), "r"(accumulate), "n"(TransposeB));
}
__device__ void wgmmaRegisters(float (&d)[32], const unsigned (&a)[4],
                               std::uint64_t b, int accumulate) {
  asm volatile("{.reg .pred p; setp.ne.b32 p, %37, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " D32TEXT
               ", {%32,%33,%34,%35}, %36, p, 1, 1, 0;}"
               : D32
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b),
                 "r"(accumulate));
}

__device__ void fillShared(__half *memory, const Bases &offsets,
                           const int *matrix, int columns) {
  for (unsigned o = threadIdx.x; o < 1U << offsets.count; o += blockDim.x) {
    Element e = element(sum(offsets, o));
    memory[o] = __int2half_rn(matrix[e.row * columns + e.col]);
  }
}

enum class From { Shared, Registers, SharedRowMajorB };

/// K is one row of the swizzle, but 64 where B is row-major.
template <int Swizzle, From Where>
__device__ void wgmmaBody(const Bases &sharedA, const Bases &sharedB,
                          const int *a, const int *b, double *result) {
  constexpr int K = Swizzle / 2;
  __shared__ alignas(1024) __half memoryA[64 * 64];
  __shared__ alignas(1024) __half memoryB[64 * 64];
  fillShared(memoryA, sharedA, a, K);
  fillShared(memoryB, sharedB, b, 64);
  asm volatile("fence.proxy.async;");
  __syncthreads();
  unsigned addressA = unsigned(__cvta_generic_to_shared(memoryA));
  unsigned addressB = unsigned(__cvta_generic_to_shared(memoryB));
  float d[32];
  for (float &x : d)
    x = __int_as_float(0x7fc00000); // the first step overwrites it
  asm volatile("wgmma.fence.sync.aligned;");
  for (int k = 0; k < K; k += 16) {
    std::uint64_t da =
        descriptor(addressA + k * 2, 16, 8 * Swizzle, Swizzle);
    // K contiguous: advance within the row. N contiguous: 16 rows further.
    std::uint64_t db =
        Where == From::SharedRowMajorB
            ? descriptor(addressB + k * Swizzle, 8 * Swizzle, 8 * Swizzle,
                         Swizzle)
            : descriptor(addressB + k * 2, 16, 8 * Swizzle, Swizzle);
    if constexpr (Where == From::Registers) {
      unsigned ra[4];
      __half fragment[8];
      for (int r = 0; r < 8; ++r) {
        Element e = element(sum(WgmmaA_register, r) ^
                            sum(WgmmaA_lane, threadIdx.x % 32) ^
                            sum(WgmmaA_warp, threadIdx.x / 32));
        fragment[r] = __int2half_rn(a[e.row * K + k + e.col]);
      }
      memcpy(ra, fragment, 16);
      wgmmaRegisters(d, ra, db, k != 0);
    } else {
      wgmmaShared<Where == From::SharedRowMajorB>(d, da, db, k != 0);
    }
    asm volatile("wgmma.commit_group.sync.aligned;");
    asm volatile("wgmma.wait_group.sync.aligned 0;");
  }
  for (int r = 0; r < 32; ++r) {
    Element e = element(sum(WgmmaC_register, r) ^
                        sum(WgmmaC_lane, threadIdx.x % 32) ^
                        sum(WgmmaC_warp, threadIdx.x / 32));
    result[e.row * 64 + e.col] = d[r];
  }
}

#define WGMMA(name, swizzle, where, sharedA, sharedB)                          \
  __global__ void name(const int *a, const int *b, double *d) {                \
    wgmmaBody<swizzle, where>(sharedA, sharedB, a, b, d);                      \
  }
WGMMA(wgmma32, 32, From::Shared, SharedA32_offset, SharedBt32_offset)
WGMMA(wgmma64, 64, From::Shared, SharedA64_offset, SharedBt64_offset)
WGMMA(wgmma128, 128, From::Shared, SharedA128_offset, SharedBt128_offset)
WGMMA(wgmmaRegisters128, 128, From::Registers, SharedA128_offset,
      SharedBt128_offset)
WGMMA(wgmmaRowMajorB, 128, From::SharedRowMajorB, SharedA128_offset,
      SharedB128_offset)

#define CHECK(call)                                                            \
  if (cudaError_t status = call; status != cudaSuccess) {                      \
    std::printf("%s: %s\n", #call, cudaGetErrorString(status));                \
    std::exit(1);                                                              \
  }

/// Runs one kernel on random small integers; true if every product is right.
bool check(const char *name, void (*kernel)(const int *, const int *, double *),
           int threads, int m, int n, int k) {
  std::vector<int> a(m * k), b(k * n);
  for (int &x : a)
    x = std::rand() % 15 - 7;
  for (int &x : b)
    x = std::rand() % 15 - 7;
  int *da, *db;
  double *dd;
  CHECK(cudaMalloc(&da, a.size() * sizeof(int)));
  CHECK(cudaMalloc(&db, b.size() * sizeof(int)));
  CHECK(cudaMalloc(&dd, m * n * sizeof(double)));
  CHECK(cudaMemcpy(da, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dd, 0xff, m * n * sizeof(double))); // NaN
  kernel<<<1, threads>>>(da, db, dd);
  CHECK(cudaDeviceSynchronize());
  std::vector<double> d(m * n);
  CHECK(cudaMemcpy(d.data(), dd, d.size() * sizeof(double),
                   cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double expected = 0;
      for (int x = 0; x < k; ++x)
        expected += a[i * k + x] * b[x * n + j];
      wrong += !(d[i * n + j] == expected);
    }
  std::printf("%s: %d of %d elements right\n", name, m * n - wrong, m * n);
  return wrong == 0;
}

int main() {
  std::srand(1);
  int failed = 0;
  failed += !check("mma m16n8k16 f16", mmaF16, 32, 16, 8, 16);
  failed += !check("mma m16n8k8 tf32", mmaTf32, 32, 16, 8, 8);
  failed += !check("mma m16n8k32 s8", mmaS8, 32, 16, 8, 32);
  failed += !check("mma m8n8k4 f64", mmaF64, 32, 8, 8, 4);
  failed += !check("wgmma, swizzle 32", wgmma32, 128, 64, 64, 16);
  failed += !check("wgmma, swizzle 64", wgmma64, 128, 64, 64, 32);
  failed += !check("wgmma, swizzle 128", wgmma128, 128, 64, 64, 64);
  failed += !check("wgmma, A in registers", wgmmaRegisters128, 128, 64, 64, 64);
  failed += !check("wgmma, B row-major", wgmmaRowMajorB, 128, 64, 64, 64);
  std::printf("%d passed, %d failed\n", 9 - failed, failed);
  return failed != 0;
}
