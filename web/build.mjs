// Bundles the page into the two files that the program embeds. `--check` says whether the committed ones are up to date.

import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const result = await build({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "eof",
  charset: "utf8",
  write: false,
  outdir: "dist",
  loader: { ".css": "css" },
});
const out = "../crates/carom/src/report/page";
let stale = false;
for (const file of result.outputFiles) {
  const path = `${out}/${file.path.endsWith(".css") ? "report.css" : "report.js"}`;
  // A closing tag would end the script element that the text stands in.
  const text = file.text.replaceAll("</script", "<\\/script").replaceAll("</style", "<\\/style");
  if (process.argv.includes("--check")) stale ||= readFileSync(path, "utf8") !== text;
  else writeFileSync(path, text);
  console.log(`${path}: ${(text.length / 1000).toFixed(0)} kB`);
}
if (stale) {
  console.error("the embedded page is not what `npm run build` makes of web/src");
  process.exit(1);
}
