# Static linking of MLIR and LLVM, for the programs that people run: they start in
# a fifth of the time, take a third of the memory, and run where there is no LLVM.

# Sanitizers and coverage want the system's C++ library, and debug builds links
# that take no time.
set(can_link_static OFF)
if(CMAKE_BUILD_TYPE STREQUAL Release AND HEDDLE_LLD AND
   NOT HEDDLE_SANITIZERS AND NOT HEDDLE_COVERAGE AND
   TARGET MLIRIR AND TARGET LLVMCore)
  set(can_link_static ON)
endif()
option(HEDDLE_STATIC "Link MLIR and LLVM into the programs" ${can_link_static})

# What every program needs: the dialects that kernels consist of, parsing and
# passes.
set(HEDDLE_MLIR_LIBS
  MLIRArithDialect MLIRControlFlowDialect MLIRFuncDialect MLIRGPUDialect
  MLIRLLVMDialect MLIRMathDialect MLIRNVVMDialect MLIRROCDLDialect
  MLIRSCFDialect MLIRUBDialect
  MLIRControlFlowTransforms MLIRSCFTransforms
  MLIRAnalysis MLIRParser MLIRPass MLIRTransforms)
set(HEDDLE_LLVM_COMPONENTS
  AsmParser BitReader Core FrontendOpenMP MC Passes Remarks Support Target
  SupportLSP TargetParser NVPTXCodeGen NVPTXDesc NVPTXInfo
  AMDGPUCodeGen AMDGPUDesc AMDGPUInfo)

# What code objects need beside them (heddle_code_object).
llvm_map_components_to_libnames(HEDDLE_CODE_OBJECT_LIBS
  AMDGPUAsmParser BinaryFormat BitWriter DebugInfoDWARF Demangle DTLTO LTO Object
  Option)

# Archives: those of the libraries and of all that these depend on. MLIR's own
# targets cannot be linked here, since they name the shared LLVM.
function(heddle_archives result)
  set(queue ${ARGN})
  # LinkTimeTargets.cpp has what is asked of it.
  set(seen Polly)
  set(archives "")
  while(queue)
    list(POP_FRONT queue library)
    if(library IN_LIST seen OR NOT TARGET ${library})
      continue()
    endif()
    list(APPEND seen ${library})
    get_target_property(type ${library} TYPE)
    if(NOT type STREQUAL STATIC_LIBRARY)
      continue()
    endif()
    list(APPEND archives $<TARGET_FILE:${library}>)
    get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
    if(links)
      list(APPEND queue ${links})
    endif()
  endwhile()
  set(${result} ${archives} PARENT_SCOPE)
endfunction()

# heddle_released_program(<target> [<MLIR library>...])
#
# A program that people install. Call it before heddle_use_dialects. MLIR and
# LLVM are linked into it, and what it does not use of them is left out; the
# libraries named are needed beside HEDDLE_MLIR_LIBS. Of the system it needs the
# C library only.
function(heddle_released_program target)
  if(NOT HEDDLE_STATIC)
    return()
  endif()
  set_target_properties(${target} PROPERTIES HEDDLE_RELEASED ON)
  heddle_link_archives(${target} ${ARGN})
  heddle_link_small(${target})
endfunction()

# heddle_link_archives(<target> [<MLIR library>...])
function(heddle_link_archives target)
  llvm_map_components_to_libnames(llvm ${HEDDLE_LLVM_COMPONENTS})
  heddle_archives(archives ${HEDDLE_MLIR_LIBS} ${ARGN} ${llvm})
  target_link_libraries(${target} PRIVATE
    ${archives} -l:libz.a -l:libzstd.a ${CMAKE_DL_LIBS})
endfunction()

# Leaves out what is not used, and the C++ library of the system. Without -pie:
# a quarter of the time to start goes to relocating LLVM's tables otherwise.
function(heddle_link_small target)
  if(HEDDLE_STATIC)
    target_link_options(${target} PRIVATE
      -no-pie -static-libstdc++ -static-libgcc
      LINKER:--as-needed,--gc-sections,--strip-debug)
  endif()
endfunction()
