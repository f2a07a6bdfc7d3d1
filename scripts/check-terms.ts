import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { findRetiredTerms } from "./find-retired-terms.ts";

/** Fails when a tracked source file or document uses a term that docs/glossary.md has retired. */
const exempt = [
  /^scripts\/(?:retired-terms|find-retired-terms)/,
  /^docs\/glossary\.md$/,
  /^CHANGELOG\.md$/,
  /^THIRD_PARTY_NOTICES\.md$/,
  /^migrations\//,
  // Fills databases as older versions left them.
  /^src\/app\/server\/migrations\.sweep\.test\.ts$/,
];

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.md", "*.css", ".env.example"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !exempt.some((pattern) => pattern.test(file)));

const found = files.flatMap((file) =>
  findRetiredTerms(readFileSync(file, "utf8")).map(
    ({ line, text, instead }) => `${file}:${line}  "${text}": use ${instead}`,
  ),
);
if (found.length > 0) {
  console.error(found.join("\n"));
  console.error(`\n${found.length} retired terms. See docs/glossary.md.`);
  process.exitCode = 1;
}
