#include "Verify.h"
#include "heddle/ir/Ttng.h"
namespace heddle::ttng {
using namespace mlir;
LogicalResult PackedArithOp::verify() { return success(); }
LogicalResult FenceMBarrierInitReleaseClusterOp::verify() { return success(); }
LogicalResult ClusterBarrierOp::verify() { return success(); }
LogicalResult ClusterArriveOp::verify() { return success(); }
LogicalResult ClusterWaitOp::verify() { return success(); }
LogicalResult CLCTryCancelSyncOp::verify() { return success(); }
LogicalResult CLCTryCancelOp::verify() { return success(); }
LogicalResult CLCLoadResultOp::verify() { return success(); }
LogicalResult WarpGroupDotOp::verify() { return success(); }
LogicalResult WarpGroupDotWaitOp::verify() { return success(); }
LogicalResult InitBarrierOp::verify() { return success(); }
LogicalResult InvalBarrierOp::verify() { return success(); }
LogicalResult BarrierExpectOp::verify() { return success(); }
LogicalResult WaitBarrierOp::verify() { return success(); }
LogicalResult ArriveBarrierOp::verify() { return success(); }
LogicalResult AsyncCopyMbarrierArriveOp::verify() { return success(); }
LogicalResult AsyncSharedStoreOp::verify() { return success(); }
LogicalResult AsyncTMACopyGlobalToLocalOp::verify() { return success(); }
LogicalResult AsyncTMACopyLocalToGlobalOp::verify() { return success(); }
LogicalResult AsyncTMAReduceOp::verify() { return success(); }
LogicalResult AsyncTMAGatherOp::verify() { return success(); }
LogicalResult AsyncTMAScatterOp::verify() { return success(); }
LogicalResult TensormapCreateOp::verify() { return success(); }
LogicalResult TCGen5MMAOp::verify() { return success(); }
LogicalResult TCGen5MMAScaledOp::verify() { return success(); }
LogicalResult TCGen5CommitOp::verify() { return success(); }
LogicalResult TMEMAllocOp::verify() { return success(); }
LogicalResult TMEMLoadOp::verify() { return success(); }
LogicalResult TMEMStoreOp::verify() { return success(); }
LogicalResult TMEMWaitOp::verify() { return success(); }
LogicalResult TMEMSubSliceOp::verify() { return success(); }
LogicalResult TMEMCopyOp::verify() { return success(); }
} // namespace heddle::ttng
