import { expect, it } from "vitest";

import { createMinorGc } from "./minor-gc.ts";

const mebibyte = 1024 * 1024;

it("keeps the memory of a long stream's buffers small", () => {
  const collect = createMinorGc();
  const before = process.memoryUsage().arrayBuffers;
  const levels: number[] = [];
  for (let read = 0; read < 512 * mebibyte; read += 16 * 1024) {
    const buffer = Buffer.allocUnsafeSlow(16 * 1024);
    collect(buffer.length);
    levels.push(process.memoryUsage().arrayBuffers - before);
  }
  // V8 frees the buffers on another thread, which can be late once on a busy machine.
  const nearlyAlways = levels.toSorted((one, other) => one - other)[Math.floor(levels.length * 0.9)];
  expect(nearlyAlways).toBeLessThan(40 * mebibyte);
});
