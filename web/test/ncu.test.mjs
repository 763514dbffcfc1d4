// The source page of ncu as CSV, in the forms of its releases, and what is none.
//
// usage: node ncu.test.mjs BUILD ...; build.mjs has written the reader to BUILD/web

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { isNcuSource, readNcuSource, textOf } = await import(pathToFileURL(join(process.argv[2], "web/ncuSource.mjs")));
/** Counters of the only file as plain objects. */
const only = (text) => {
  assert.ok(isNcuSource(text));
  const { files, notes } = readNcuSource(text);
  assert.equal(files.length, 1);
  return { path: files[0].path, notes, counters: Object.fromEntries([...files[0].counters].map(([name, lines]) => [name, Object.fromEntries(lines)])) };
};

// Lines of a source; commas, quotes and ends of lines in cells; thousands.
assert.deepEqual(only('"#","Source","Warp Stall Sampling (All Samples)","Instructions Executed"\r\n"7","f(a, ""b"")","12","1,234,567"\r\n"8","x\ny","","0.5"\r\n'), {
  path: undefined, notes: [], counters: { "Warp Stall Sampling (All Samples)": { 7: 12 }, "Instructions Executed": { 7: 1234567, 8: 0.5 } },
});

// Lines with the instructions below them; what ncu says of its work, and names, before.
const both = `==PROF== Connected to process 1 (/bin/"x")
"Kernel Name","add(float *, int)"
"File Path","/a/k.py"
"Line No","Source","Address","SASS","Instructions Executed","L1 Wavefronts Shared","Access Operation"
"3","x = load(p)","","","","4",""
"","","0x10","LDG R1","10","1","Load(1)"
"","","0x20","STS R1","20","3","Store(1)"
"5","store(q, x)","","","7","",""
"","","0x30","STG R1","7","","Store(1)"
`;
assert.deepEqual(only(both), {
  path: "/a/k.py", notes: [], counters: { "L1 Wavefronts Shared": { 3: 4 }, "Instructions Executed": { 3: 30, 5: 7 } },
});
// As ncu 2025.3 writes it: a line's row has no address, and gaps of other lines' instructions have dots.
assert.deepEqual(only(`"File Path","/k.py"
"Function Name","transpose"
"Line No","Source","Address","Source","# Samples","Instructions Executed","Access Operation","Access Size","L1 Wavefronts Shared"
"3","def transpose(x):","-","-","20","1024","-","-","0"
"","","0x7f4f5b7aea00","      LDC R1, c[0x0][0x28]","20","1024","-","-","0"
"4","i = f()","-","-","9","2048","-","-","32"
"","","0x7f4f5b7aea10","      S2R R26, SR_TID.X","5","1024","-","-","0"
"","","...","...","-","-","-","-","-"
"","","0x7f4f5b7aea50","      STS R25, [R1]","4","1024","Store(1)","128(8)","32"
`), { path: "/k.py", notes: [], counters: { "# Samples": { 3: 20, 4: 9 }, "Instructions Executed": { 3: 1024, 4: 2048 }, "L1 Wavefronts Shared": { 3: 0, 4: 32 } } });
assert.match(readNcuSource('"File Name","/k.py"\n"Line No","Source"\n"1","x = 1"\n').notes[0], /^the file has lines of a source, but no counters/);
// Beside an address, # counts instructions; each may name its line.
assert.deepEqual(only('#,Address,Source,Line,File,Samples\n0,0x10,MOV,4,k.cu,1\n1,0x20,ADD,4,k.cu,2\n2,0x30,EXIT,,k.cu,4\n').counters, { Samples: { 4: 7 } });

// Launches that follow each other are added up, files are kept apart.
const launches = readNcuSource(`File Path,a.cu
#,Source,Samples
1,x,1
File Path,b.cu
#,Source,Samples
1,y,2
File Path,a.cu
#,Source,Samples
1,x,4
`);
assert.deepEqual(launches.files.map(({ path, counters }) => [path, counters.get("Samples").get(1)]), [["a.cu", 5], ["b.cu", 2]]);

// Addresses alone belong to no line; a column that is not all numbers is left out.
const sass = readNcuSource('"#","Address","Source","Instructions Executed"\n"0","0x10","MOV","1"\n"1","0x20","EXIT","1"\n');
assert.deepEqual(sass.files, []);
assert.match(sass.notes[0], /^2 instructions have addresses, but no lines of a source: .*--print-source cuda,sass/);
assert.match(only("#,Source,Samples,Size\n1,x,1,32\n2,y,1,32(4)\n").notes[0], /^'Size' is left out, because line 3 has '32\(4\)', which is no number$/);

// Of a file without a name, the text whose lines it has.
const texts = [{ name: "/x/other.py", text: "a\nb" }, { name: "/x/k.py", text: "p = 1\n  x = load(p)" }];
assert.equal(textOf({ path: "/y/k.py", counters: new Map(), sources: new Map() }, texts), texts[1]);
assert.equal(textOf({ path: undefined, counters: new Map(), sources: new Map([[2, "x = load(p)"]]) }, texts), texts[1]);
assert.equal(textOf({ path: undefined, counters: new Map(), sources: new Map([[1, "nothing"]]) }, texts), undefined);

// What is wrong is said with its line.
const refused = (text, message) => assert.throws(() => readNcuSource(text), { message });
refused('"#","Source","Samples"\n"1","x","1"\n"2","y\n', "line 3: expects a quote that ends the cell, but got the end of the file");
refused('"#","Source","Samples"\n"1","x"y,"1"\n', "line 2: expects a comma behind a quoted cell, but got 'y'");
refused('"#","Source","Samples"\n"1","x"\n', "line 2: expects 3 cells, as the head of the table has, but got 2");
refused('"#","Source","Samples"\n"one","x","1"\n', "line 2: expects the number of a line, but got 'one'");
refused('"Metric Name","Metric Value"\n', "line 1: expects ncu's source page, whose table has a column 'Source', but got none");
refused("", "line 1: expects ncu's source page, whose table has a column 'Source', but got none");
assert.ok(!isNcuSource('"Metric Name","Metric Value"\n"a","1"\n'));
assert.ok(isNcuSource('"#","Source","Samples"\n"1","x\n'), "one that is cut off is one");
console.log("ncu: source pages are read");
