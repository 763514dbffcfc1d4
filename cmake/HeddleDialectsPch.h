// What is built on top of simt includes, precompiled once.
#include "HeddleMlirPch.h"

#include "heddle/simt/Simt.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
