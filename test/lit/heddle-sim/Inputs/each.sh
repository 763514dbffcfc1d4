# Runs scale.ttir on each of the arrays FOLDER/NAME.npy: each.sh FOLDER NAME...
folder=$1
shift
for name in "$@"; do
  heddle sim "$(dirname "$0")/scale.ttir" --target sm_90 --arg "0=@$folder/$name.npy" \
    --arg 1=f32[128]:poison --arg 2=1 --arg 3=128 --check "1=$folder/plain.npy" 2>&1
  echo "$name: exit code $?"
done
