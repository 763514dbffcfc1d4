// What most of the core includes, precompiled once. Files include what they use
// all the same: the core on its own is built without it (HEDDLE_CORE_ONLY).
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Error.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/target/MatrixInstruction.h"
#include "heddle/target/Target.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>
