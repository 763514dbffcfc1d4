#!/usr/bin/env python3
"""Products and attention by Heddle and by PyTorch's libraries, cuBLAS and cuDNN:

    python bench/gpu/libraries.py [--rounds N] [WORD]...

Microseconds of ours and of the library, and the ratio of the first to the second. Ours is the best of a
few tiles and numbers of stages; the last column names it: tile, warps, stages. Each kernel and the library take
turns, each in a CUDA graph of many launches and behind a pause, since a multiprocessor that has been at
work for long has a lower clock; medians of the rounds, and of their ratios. A word is part of a case's
name. Needs a GPU, PyTorch, Triton, and Heddle's Python package.
"""

import argparse
import statistics
import time
from typing import NamedTuple

import products
import torch
import triton
from torch.nn.attention import SDPBackend, sdpa_kernel

from heddle.triton import enable

PAUSE, GRAPH_MICROSECONDS = 0.05, 5000


class Case(NamedTuple):
    name: str
    launches: dict
    """From what it is called to the launch and the number of stages."""
    library: object
    """From a launch to a function."""
    out: int
    """Which argument is the result."""


def tensor_of(argument):
    """A tensor, or that of a descriptor."""
    return getattr(argument, "base", argument)


def variants(build, *choices):
    """Of tile, warps, numbers of stages, and what else the name says and `build` takes."""
    found = {}
    for tile, warps, stages, *form in choices:
        for count in stages:
            name = "/".join(["x".join(map(str, tile)), str(warps), str(count), *form])
            found[name] = (lambda tile=tile, warps=warps, form=form: build(tile, warps, *form)), count
    return found


def product(element, majors, size, *choices):
    """A choice may name a form of `products.ordered` or of `products.by_host`."""
    def build(tile, warps, form=None):
        if form and form.startswith("host"):
            return products.by_host(element, size, tile, warps, majors, form)
        if form:
            return products.ordered(form, element, size, tile, warps, majors)
        return products.matmul(element, majors, size, tile, warps)

    def library(launch):
        a, b = map(tensor_of, launch.arguments[:2])
        a, b = a if majors[0] == "k" else a.t(), b if majors[1] == "n" else b.t()
        if element == "fp8e4nv":
            one = torch.ones((), device="cuda")
            return lambda: torch._scaled_mm(a, b, one, one, out_dtype=torch.float16,
                                            use_fast_accum=True)
        return lambda: (torch._int_mm if element == "i8" else torch.matmul)(a, b)
    name = f"product-{element}-{majors}-{'x'.join(map(str, size))}"
    return Case(name, variants(build, *choices), library, out=2)


def attention(length, d, is_causal, *choices):
    def library(launch):
        q, k, v = (each[None] for each in launch.arguments[:3])

        def run():
            with sdpa_kernel(SDPBackend.CUDNN_ATTENTION):
                return torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal)[0]
        return run
    name = f"attention-{length}-{d}-{'causal' if is_causal else 'all'}"
    return Case(name, variants(
        lambda tile, warps: products.attention_of((), length, d, tile, warps, is_causal), *choices),
        library, out=3)


def cases():
    cube = (4096, 4096, 4096)
    wide = (128, 256, 64), 8, (3, 4)
    persistent = *wide, "persistent-descriptor"
    forms = (*wide, "tutorial"), persistent
    for majors in ("kk", "kn", "mk", "mn"):
        yield product("fp16", majors, cube, wide, *(forms if majors == "kn" else [persistent]))
    yield product("bf16", "kn", (8192, 8192, 8192), *forms)
    for majors in ("kk", "kn", "mk", "mn"):
        yield product("fp32", majors, cube, ((128, 256, 32), 8, (3, 4)), ((256, 128, 32), 8, (3, 4)),
                      ((128, 256, 32), 8, (3, 4), "persistent-descriptor"),
                      ((256, 128, 32), 8, (3, 4), "persistent-descriptor"))
    for element, majors in (("fp16", "kn"), ("bf16", "kk")):
        yield product(element, majors, (64, 4096, 4096), ((64, 32, 64), 4, (4, 5, 6)),
                      ((64, 32, 128), 4, (3, 4)), ((64, 32, 256), 4, (2, 3, 4)),
                      *(((64, 32, 256), 4, (4,), form) for form in ("host", "host-all")),
                      ((64, 64, 256), 4, (4,), "host-cluster"))
    for element in ("fp8e4nv", "i8"):
        yield product(element, "kk", cube, ((128, 256, 128), 8, (3, 4)))
    tiles = {64: [((64, 128), 4, (2,)), ((64, 64), 4, (2, 3)), ((128, 128), 8, (2, 3))],
             128: [((128, 128), 8, (2, 3)), ((128, 64), 4, (2,))]}
    for d in (64, 128):
        for length in (4096, 16384):
            for is_causal in (False, True):
                yield attention(length, d, is_causal, *tiles[d])


def graph_of(run):
    """A function that runs it many times, and gives microseconds of one."""
    stream = torch.cuda.Stream()

    def captured(count):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            for _ in range(count):
                run()
        return graph

    def timed(graph, count):
        time.sleep(PAUSE)
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1000 / count

    with torch.cuda.stream(stream):
        run()
        alone = captured(1)
        timed(alone, 1)
        count = max(5, int(GRAPH_MICROSECONDS / timed(alone, 1)))
        graph = captured(count)
    return lambda: timed(graph, count)


def measure(case, rounds):
    """(ratio, ours, library, name) of the best variant."""
    found = []
    for name, (build, stages) in case.launches.items():
        torch.manual_seed(1)
        launch = build()
        library = case.library(launch)

        def ours(launch=launch, stages=stages):
            launch.function[launch.grid](*launch.arguments, **launch.options(), num_stages=stages)

        ours()
        out, want = tensor_of(launch.arguments[case.out]).float(), library().float()
        error = (out - want).abs().max() / want.abs().max()
        if not error < 1e-2:
            raise SystemExit(f"{case.name}, {name}: other results than the library's")
        mine, theirs = graph_of(ours), graph_of(library)
        pairs = [(mine(), theirs()) for _ in range(rounds)]
        found.append((statistics.median(a / b for a, b in pairs),
                      *(statistics.median(x) for x in zip(*pairs)), name))
    return min(found, key=lambda each: each[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = True
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8,
                                                                     device="cuda"))
    enable(allows_scratch=True)
    chosen = [case for case in cases()
              if not options.words or any(word in case.name for word in options.words)]
    if not chosen:
        parser.error(f"no case's name contains {' or '.join(options.words)}")
    for case in chosen:
        ratio, ours, library, name = measure(case, options.rounds)
        print(f"{case.name:36} {ours:8.1f} {library:8.1f} {ratio:6.3f}  {name}", flush=True)


if __name__ == "__main__":
    main()
