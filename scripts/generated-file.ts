import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a file of the repository, or with the argument `--check` fails if it differs. `command` updates it. */
export async function writeOrCheck(file: string, content: string, command: string): Promise<void> {
  const target = path.resolve(import.meta.dirname, "..", file);
  if (!process.argv.includes("--check")) await writeFile(target, content);
  else if ((await readFile(target, "utf8")) !== content) {
    console.error(`${file} is out of date. Run \`${command}\` and commit the result.`);
    process.exitCode = 1;
  }
}

/** A table in Markdown, formatted like the repository. */
export function markdownTable(head: readonly string[], body: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
