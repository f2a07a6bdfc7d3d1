import { getPriority } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";

import { expect, it } from "vitest";

import { exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { comment, commentExport } from "./sample-export.ts";
import { queueExport, writeFile } from "./write-file.ts";

const input = commentExport({ comments: [comment({ text: "雨 is too loud." })] });

it.each(exportFormats)("a thread writes the same file for $program", async ({ id: format }) => {
  const [small, large] = [
    await writeFile({ format, input, large: false }),
    await writeFile({ format, input, large: true }),
  ];
  expect(Buffer.from(large).toString()).toBe(small);
});

it("a thread doesn't change the priority of the process", async () => {
  const before = getPriority();
  await writeFile({ format: "csv", input, large: true });
  expect(getPriority()).toBe(before);
});

it("refuses a third export of one user, until another one is made", async () => {
  const write = (personId: number) =>
    queueExport(personId, () => writeFile({ format: "csv", input, large: true }));
  const [first, second, other] = [write(1), write(1), write(2)];
  await expect(write(1)).rejects.toMatchObject({ status: 429, code: "exports_busy" });
  await Promise.all([first, second, other]);
  await expect(write(1)).resolves.toBeInstanceOf(Uint8Array);
});

it("makes one export at a time, so that waiting ones have loaded nothing", async () => {
  const begun: number[] = [];
  const { promise: isWritten, resolve: write } = Promise.withResolvers<void>();
  const make = (personId: number) =>
    queueExport(personId, async () => {
      begun.push(personId);
      await isWritten;
    });
  const made = [make(1), make(2)];
  await nextTurn();
  expect(begun).toEqual([1]);
  write();
  await Promise.all(made);
  expect(begun).toEqual([1, 2]);
});
