import os
import shutil
import subprocess

import lit.formats

config.name = "Heddle"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.heddle_build_dir, "test", "lit")

path = [os.path.join(config.heddle_build_dir, "bin"), config.llvm_tools_dir]
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])
config.substitutions.append(("%kernels", os.path.join(
    config.test_source_root, "..", "..", "examples", "kernels", "triton-3.6")))
config.substitutions.append(("%golden", config.heddle_golden_dir))
config.substitutions.append(("%encodings", config.heddle_encoding_dir))
# Tests that make or read arrays REQUIRE it, of the python3 that they run.
if subprocess.run(["python3", "-c", "import numpy"], stderr=subprocess.DEVNULL,
                  env=os.environ).returncode == 0:
    config.available_features.add("numpy")
# NVIDIA's assembler, which the package nvidia-cuda-nvcc has.
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
# A program that was built without npm has no page.
if subprocess.run([os.path.join(config.heddle_build_dir, "bin", "heddle"), "view", "{x: [1]}"],
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("viewer-page")
# Folders with a libcuda.so.1 and a libamdhip64.so.6 that need no GPU (test/fake-drivers).
for vendor in ("cuda", "hip"):
    config.substitutions.append((f"%fake{vendor}", os.path.join(
        config.heddle_build_dir, "test", "fake-drivers", f"fake-{vendor}")))
# `%status COMMAND` runs it and prints its exit code.
config.substitutions.append(
    ("%status", "bash -c '\"$@\"; echo exit code $?' -"))
