import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Fails when a file names the path of a screen, which only core/paths.ts does. */
const home = /^src\/core\/paths(?:\.test)?\.ts$/;
const screens = [
  "[yc]/(?:tasks|messages|profile|notifications|publications|settings)",
  "(?:task-update|check-progress|video-preview|comment-sheet|review|unsubscribe)/",
  "(?:pricing|working|what-we-solve|privacy|terms-and-conditions|auth|oauth)",
  "(?:authorize-youtube-upload|yt-startUpload)",
];
/** A path at the start of a text, or after a value such as the app's address. */
const literal = new RegExp(`["'\`}]/(?:${screens.join("|")})(?![\\w-])`);

const files = execFileSync("git", ["ls-files", "src", "e2e", "scripts", "bench"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !home.test(file));

const violations = files.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) => (literal.test(line) ? [`${file}:${at + 1}  ${line.trim()}`] : [])),
);
if (violations.length > 0) {
  console.error(violations.join("\n"));
  console.error(`\n${violations.length} literal paths of screens. Use the functions of src/core/paths.ts.`);
  process.exitCode = 1;
}
