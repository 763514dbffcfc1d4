"""Runs programs that are drawn by seeds: what the scripts run_random_*.py have in common."""

import argparse
import concurrent.futures
import pathlib


def run_all(description, programs, draw, text_of, run):
    """Takes the command line, and prints what is wrong. The seeds, of each what `run` returned, a
    fault or None and something else, and how many are wrong."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=programs)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="prints wrong programs")
    options = parser.parse_args()
    heddle = options.build / "bin" / "heddle"
    seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + options.programs)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda seed: run(heddle, seed), seeds))
    wrong = 0
    for seed, (fault, _) in zip(seeds, results):
        if fault is not None:
            wrong += 1
            print(f"{draw(seed)}: {fault}")
            if options.verbose:
                print(text_of(draw(seed)))
    return seeds, results, wrong
