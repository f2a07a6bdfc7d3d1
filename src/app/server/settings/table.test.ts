import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { settings, type Setting } from "./table.ts";

const root = join(import.meta.dirname, "../../../..");
const table = Object.entries<Setting>(settings);

describe("the table of settings", () => {
  it("is the table of docs/operating.md", () => {
    const documentation = readFileSync(join(root, "docs/operating.md"), "utf8");
    const rows =
      documentation
        .split("\n## Settings\n")[1]
        ?.split("\n## ")[0]
        ?.match(/^\| `.*$/gm) ?? [];
    const documented = rows.map((row) => {
      const [name, initial, meaning] = row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim());
      return { name, default: initial, meaning };
    });
    expect(documented).toEqual(
      table.map(([name, { default: initial, description, section }]) => ({
        name: `\`${name}\``,
        default: initial,
        meaning:
          section === undefined ? description : `${description} See [${section}](#${anchor(section)}).`,
      })),
    );
    const headings = (documentation.match(/^#+ .*$/gm) ?? []).map((line) => line.replace(/^#+ /, ""));
    expect(headings).toEqual(expect.arrayContaining(table.flatMap(([, { section }]) => section ?? [])));
  });

  it("has the names and default values of .env.example", () => {
    const lines = readFileSync(join(root, ".env.example"), "utf8").match(/^[A-Z][A-Z0-9_]*=.*$/gm) ?? [];
    const examples = lines.map((line) => {
      const [name = "", ...value] = line.split("=");
      return { name, value: value.join("=") };
    });
    expect(examples.map(({ name }) => name).toSorted()).toEqual(Object.keys(settings).toSorted());
    const initial = new Map(table.map(([name, setting]) => [name, setting.default]));
    const others = examples.filter(({ name, value }) => value !== "" && initial.get(name) !== `\`${value}\``);
    expect(others).toEqual([]);
  });
});

/** The anchor of a heading on GitHub. */
function anchor(heading: string): string {
  return heading.toLowerCase().replaceAll(" ", "-");
}
