import { expect, it } from "vitest";

import { exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { comment, commentExport } from "./sample-export.ts";
import { exportInTurn, writeFile } from "./write-file.ts";

const input = commentExport({ comments: [comment({ text: "雨 is too loud." })] });

it.each(exportFormats)("a thread writes the same file for $program", async ({ id: format }) => {
  const [small, large] = [
    await writeFile({ format, input, large: false }),
    await writeFile({ format, input, large: true }),
  ];
  expect(Buffer.from(large).toString()).toBe(small);
});

it("refuses a third export of one user, until another one is made", async () => {
  const write = (personId: number) =>
    exportInTurn(personId, () => writeFile({ format: "csv", input, large: true }));
  const [first, second, other] = [write(1), write(1), write(2)];
  await expect(write(1)).rejects.toMatchObject({ status: 429, code: "exports_busy" });
  await Promise.all([first, second, other]);
  await expect(write(1)).resolves.toBeInstanceOf(Uint8Array);
});
