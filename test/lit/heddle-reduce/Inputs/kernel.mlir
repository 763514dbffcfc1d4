tt.func public @kernel(%a: f32, %n: i32) {
  %0 = tt.splat %a : f32 -> tensor<16xf32>
  %1 = tt.get_program_id x : i32
  %2 = arith.addi %1, %n : i32
  %3 = arith.muli %2, %n : i32
  tt.print " sum: " {hex = false, isSigned = array<i32: 1>} : %3 : i32
  tt.return
}
