import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { findRetiredTerms } from "./retired-terms.ts";

/** Fails when a tracked source file or document uses a wording that the style has retired. */
const exempt = [
  /^scripts\/retired-terms/,
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

const violations = files.flatMap((file) =>
  findRetiredTerms(readFileSync(file, "utf8")).map(
    ({ line, text, instead }) => `${file}:${line}  "${text}": use ${instead}`,
  ),
);
if (violations.length > 0) {
  console.error(violations.join("\n"));
  console.error(`\n${violations.length} retired terms. See Style in CONTRIBUTING.md.`);
  process.exitCode = 1;
}
