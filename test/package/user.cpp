// Uses the installed core as a user would, without exceptions and RTTI.
#include <heddle/heddle.h>

using namespace heddle;

int main() {
  Dim row = Dim::standard(0);
  auto layout = LinearLayout::identity1D(4, Dim::Lane, row) *
                LinearLayout::identity1D(8, Dim::Register, row);
  if (!layout)
    return 1;
  auto inverse = invert(*layout);
  return inverse && inverse->applyWord(14) == 14 ? 0 : 1;
}
