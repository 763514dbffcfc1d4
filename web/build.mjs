// Builds the page: type-checks and bundles src/, and puts everything into one HTML file.
//
// usage: node build.mjs OUT.html [heddle.wasm]
//
// The policy in the page allows the script and the style by their hashes, and nothing
// else: no request can leave it. `heddle view` puts its data in place of the marker.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const [out, wasm] = process.argv.slice(2);
const here = new URL(".", import.meta.url).pathname;
// The tools are in the build folder, the sources are not.
const { build } = await import(pathToFileURL(createRequire(join(process.cwd(), "package.json")).resolve("esbuild")));

const options = { bundle: true, minify: true, write: false, target: "es2022", charset: "utf8", legalComments: "none" };
const text = async (entry, more) => (await build({ ...options, ...more, entryPoints: [join(here, "src", entry)] })).outputFiles[0].text.trim();
const script = await text("main.ts", { format: "iife" });
const style = await text("style.css", {});
const hash = (content) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
// The style attributes that scripts set are no markup, and allowed.
const policy = [
  "default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`,
  "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
].join("; ");
const core = wasm ? deflateSync(readFileSync(wasm), { level: 9 }).toString("base64") : "";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Heddle</title>
<style>${style}</style>
</head>
<body>
<noscript>This page draws with JavaScript, which is off.</noscript>
<script type="application/json" id="heddle-data">null</script>
<script type="text/plain" id="heddle-core">${core}</script>
<script>${script}</script>
</body>
</html>
`;
writeFileSync(out, page);
if (script.includes("</script")) throw new Error("the script ends itself");
console.log(`page: ${Buffer.byteLength(page) - core.length} bytes, core: ${core.length} bytes`);

// For the tests in node.
for (const name of ["wasi", "ncuSource"]) writeFileSync(join(process.cwd(), `${name}.mjs`), await text(`${name}.ts`, { format: "esm" }));
