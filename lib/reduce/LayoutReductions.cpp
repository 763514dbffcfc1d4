//===- LayoutReductions.cpp - Simpler layouts, fewer warps ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "TypeMap.h"
#include "heddle/ir/Ttg.h"

#include <algorithm>

namespace heddle::reduction {

using namespace mlir;

namespace {

/// Changes a layout, or the one that it is made from: slices and operands stay
/// what they are.
template <class Change>
Encoding changeInside(const Encoding &layout, Change change) {
  if (const auto *slice = layout.getIf<SliceEncoding>())
    return SliceEncoding{slice->dim, changeInside(*slice->parent, change)};
  if (const auto *operand = layout.getIf<DotOperandEncoding>())
    return DotOperandEncoding{operand->opIdx,
                              changeInside(*operand->parent, change),
                              operand->kWidth};
  if (const auto *parts = layout.getIf<PartitionedSharedEncoding>())
    return PartitionedSharedEncoding{
        parts->numPartitions, parts->numGroups, parts->partitionDim,
        changeInside(*parts->partitionLayout, change)};
  return change(layout);
}

unsigned numberOf(ModuleOp module, llvm::StringRef name, unsigned otherwise) {
  auto number = module->getAttrOfType<IntegerAttr>(name);
  return number ? static_cast<unsigned>(number.getInt()) : otherwise;
}

void setNumber(ModuleOp module, llvm::StringRef name, unsigned number) {
  if (module->hasAttr(name))
    module->setAttr(name, Builder(module.getContext())
                              .getI32IntegerAttr(static_cast<int>(number)));
}

//===----------------------------------------------------------------------===//
// Other layouts
//===----------------------------------------------------------------------===//

/// So many elements for each thread, lanes and warps along the last dimension.
Encoding plainBlocked(unsigned rank, ModuleOp module, unsigned elements = 1) {
  constexpr unsigned Warps = 4, Lanes = 32;
  BlockedEncoding blocked;
  UnsignedList ones(rank, 1);
  blocked.sizePerThread = blocked.threadsPerWarp = blocked.warpsPerCTA = ones;
  blocked.sizePerThread.back() = elements;
  blocked.threadsPerWarp.back() = numberOf(module, ttg::LanesAttr, Lanes);
  blocked.warpsPerCTA.back() = numberOf(module, ttg::WarpsAttr, Warps);
  for (unsigned dim = rank; dim-- > 0;)
    blocked.order.push_back(dim);
  return blocked;
}

Encoding plainShared(unsigned rank) {
  SwizzledSharedEncoding shared;
  for (unsigned dim = rank; dim-- > 0;)
    shared.order.push_back(dim);
  return shared;
}

/// A site for each layout of a kind that is not plain already.
template <EncodingKind Kind, class Plain>
std::vector<Site> layoutSites(ModuleOp module, Plain plain) {
  std::vector<Site> sites;
  for (const Encoding &wanted : layoutsOf(module)) {
    if (wanted.kind() != Kind || wanted.rank() == 0)
      continue;
    auto change = [plain, module](const Encoding &layout) {
      return changeInside(
          layout, [&](const Encoding &inner) { return plain(inner, module); });
    };
    if (change(wanted) == wanted)
      continue;
    sites.emplace_back([=] {
      mapTypes(
          module,
          {.layout = [&](const Encoding &layout) -> std::optional<Encoding> {
            return layout == wanted ? change(layout) : layout;
          }});
    });
  }
  return sites;
}

std::vector<Site> simplifyLayouts(ModuleOp module) {
  return layoutSites<EncodingKind::Distributed>(
      module, [](const Encoding &layout, ModuleOp root) {
        return plainBlocked(layout.rank(), root);
      });
}

/// The whole layout, also of slices and operands.
template <unsigned Elements> std::vector<Site> replaceLayouts(ModuleOp module) {
  std::vector<Site> sites;
  for (const Encoding &wanted : layoutsOf(module)) {
    if (wanted.kind() != EncodingKind::Distributed || wanted.rank() == 0)
      continue;
    Encoding plain = plainBlocked(wanted.rank(), module, Elements);
    if (plain != wanted)
      sites.emplace_back([=] {
        mapTypes(
            module,
            {.layout = [&](const Encoding &layout) -> std::optional<Encoding> {
              return layout == wanted ? plain : layout;
            }});
      });
  }
  return sites;
}

/// The layouts of a module, those that slices and operands are made from as
/// well.
std::vector<Encoding> allLayouts(ModuleOp module) {
  std::vector<Encoding> all;
  for (const Encoding &layout : layoutsOf(module))
    for (const Encoding *each = &layout; each != nullptr; each = each->nested())
      if (!llvm::is_contained(all, *each))
        all.push_back(*each);
  return all;
}

/// A layout that is there already in place of another one of its rank, also
/// inside of others.
std::vector<Site> unifyLayouts(ModuleOp module) {
  std::vector<Site> sites;
  std::vector<Encoding> layouts = allLayouts(module);
  for (const Encoding &wanted : layouts)
    for (const Encoding &other : layouts)
      if (wanted != other && wanted.kind() == other.kind() &&
          wanted.rank() == other.rank())
        sites.emplace_back([=] {
          auto unify = [&](const Encoding &layout) {
            return layout == wanted ? other : layout;
          };
          mapTypes(module,
                   {.layout =
                        [&](const Encoding &layout) -> std::optional<Encoding> {
                     Encoding changed = unify(layout);
                     return changed == layout ? changeInside(layout, unify)
                                              : changed;
                   }});
          eraseIdentities(module);
        });
  return sites;
}

std::vector<Site> simplifySharedLayouts(ModuleOp module) {
  return layoutSites<EncodingKind::Shared>(
      module, [](const Encoding &layout, ModuleOp) -> Encoding {
        if (auto nvmma = layout.getIf<NvmmaSharedEncoding>();
            nvmma != nullptr && nvmma->swizzlingByteWidth != 0) {
          NvmmaSharedEncoding plain = *nvmma;
          plain.swizzlingByteWidth = 0;
          return plain;
        }
        return plainShared(layout.rank());
      });
}

/// TTGIR becomes TTIR, as far as its ops have no memory of their own.
std::vector<Site> dropLayouts(ModuleOp module) {
  if (!llvm::any_of(layoutsOf(module), [](const Encoding &layout) {
        return layout.kind() == EncodingKind::Distributed;
      }))
    return {};
  return {[module]() mutable {
    mapTypes(module,
             {.layout = [](const Encoding &layout) -> std::optional<Encoding> {
               if (layout.kind() == EncodingKind::Distributed)
                 return std::nullopt;
               return layout;
             }});
    module.walk([](ttg::ConvertLayoutOp convert) {
      convert.replaceAllUsesWith(convert.getSrc());
      convert.erase();
    });
    for (llvm::StringRef name :
         {ttg::WarpsAttr, ttg::LanesAttr, ttg::BlocksAttr, ttg::TargetAttr})
      module->removeAttr(name);
  }};
}

/// Conversions whose users take the source as well: its layout is the
/// result's, in all types.
std::vector<Site> mergeLayouts(ModuleOp module) {
  std::vector<Site> sites;
  module.walk([&](ttg::ConvertLayoutOp convert) {
    sites.emplace_back([convert, module]() mutable {
      const Encoding *from = ir::encodingOf(convert.getSrc().getType());
      const Encoding *to = ir::encodingOf(convert.getType());
      if (from == nullptr || to == nullptr)
        return;
      Encoding wanted = *from, other = *to;
      mapTypes(
          module,
          {.layout = [&](const Encoding &layout) -> std::optional<Encoding> {
            return layout == wanted ? other : layout;
          }});
      convert.replaceAllUsesWith(convert.getSrc());
      convert.erase();
    });
  });
  return sites;
}

//===----------------------------------------------------------------------===//
// Fewer warps and blocks
//===----------------------------------------------------------------------===//

void halveOne(UnsignedList &warps) {
  auto most = std::max_element(warps.begin(), warps.end());
  if (most != warps.end() && *most > 1)
    *most /= 2;
}

template <class List> void dropLast(List &bases) {
  if (!bases.empty())
    bases.pop_back();
}

Encoding withHalfTheWarps(const Encoding &layout) {
  return layout.visit([]<class E>(E family) -> Encoding {
    if constexpr (requires { family.warpsPerCTA; })
      halveOne(family.warpsPerCTA);
    else if constexpr (requires { family.warps; })
      dropLast(family.warps);
    return family;
  });
}

std::vector<Site> halveWarps(ModuleOp module) {
  unsigned warps = numberOf(module, ttg::WarpsAttr, 1);
  if (warps < 2)
    return {};
  return {[module, warps] {
    mapTypes(module,
             {.layout = [](const Encoding &layout) -> std::optional<Encoding> {
               return changeInside(layout, withHalfTheWarps);
             }});
    setNumber(module, ttg::WarpsAttr, warps / 2);
  }};
}

Encoding ofOneBlock(const Encoding &layout) {
  return layout.visit([]<class E>(E family) -> Encoding {
    if constexpr (requires { family.cga; })
      family.cga.clear();
    else if constexpr (requires { family.blocks; })
      family.blocks.clear();
    return family;
  });
}

std::vector<Site> dropBlocks(ModuleOp module) {
  if (numberOf(module, ttg::BlocksAttr, 1) < 2)
    return {};
  return {[module] {
    mapTypes(module,
             {.layout = [](const Encoding &layout) -> std::optional<Encoding> {
               return changeInside(layout, ofOneBlock);
             }});
    setNumber(module, ttg::BlocksAttr, 1);
  }};
}

} // namespace

llvm::ArrayRef<Reduction> layoutReductions() {
  static const Reduction list[] = {
      {"drop-layouts", "take the layouts from all tensors: TTGIR becomes TTIR",
       dropLayouts},
      {"simplify-layouts",
       "give tensors a blocked layout of one element a thread",
       simplifyLayouts},
      {"replace-layouts", "the same, also of slices and operands",
       replaceLayouts<1>},
      {"widen-layouts",
       "give tensors a blocked layout of eight elements a thread, which wide "
       "accesses need",
       replaceLayouts<8>},
      {"unify-layouts", "use one layout in place of another one of its rank",
       unifyLayouts},
      {"simplify-shared-layouts", "give shared memory no swizzle",
       simplifySharedLayouts},
      {"merge-layouts",
       "give both sides of a conversion one layout, everywhere", mergeLayouts},
      {"halve-warps", "halve the warps of a block", halveWarps},
      {"one-block", "make clusters one block", dropBlocks},
  };
  return list;
}

} // namespace heddle::reduction
