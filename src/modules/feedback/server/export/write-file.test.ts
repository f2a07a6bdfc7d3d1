import { expect, it } from "vitest";

import { exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { comment, commentExport } from "./sample-export.ts";
import { writeFile } from "./write-file.ts";

const input = commentExport({ comments: [comment({ text: "雨 is too loud." })] });

it.each(exportFormats)("a thread writes the same file for $program", async ({ id: format }) => {
  const [small, large] = [
    await writeFile({ format, input, large: false }, 1),
    await writeFile({ format, input, large: true }, 1),
  ];
  expect(Buffer.from(large).toString()).toBe(small);
});

it("refuses a third large file of one user, until another one is written", async () => {
  const write = (personId: number) => writeFile({ format: "csv", input, large: true }, personId);
  const [first, second, other] = [write(1), write(1), write(2)];
  await expect(write(1)).rejects.toMatchObject({ status: 429, code: "exports_busy" });
  await Promise.all([first, second, other]);
  await expect(write(1)).resolves.toBeInstanceOf(Uint8Array);
});
