import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { expect, it } from "vitest";

const folder = resolve(import.meta.dirname, "../docs/decisions");
const names = readdirSync(folder);
const records = names.filter((name) => /^\d{4}-/.test(name));
const index = readFileSync(join(folder, "README.md"), "utf8");

const status =
  /^Date: \d{4}-\d{2}-\d{2}\. Status: (?:accepted|(?:changed|superseded) by \[(\d{4})\]\(([^)]+)\))/;

it.each(records)("%s has a date, a status and at most 60 lines, and is in the index", (name) => {
  const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
  const [title = "", empty, second = ""] = lines;
  expect(lines.length).toBeLessThanOrEqual(60);
  const number = name.slice(0, 4);
  expect(title).toMatch(new RegExp(`^# ${number}: .+`));
  expect(empty).toBe("");
  expect(second).toMatch(status);
  expect([undefined, ...names]).toContain(status.exec(second)?.[2]);
  expect(index).toContain(`](${name}): ${title.slice("# 0000: ".length)}`);
});
