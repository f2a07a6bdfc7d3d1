import { expect, it } from "vitest";

import { createMinorGc } from "./minor-gc.ts";

const mebibyte = 1024 * 1024;

it("keeps the memory of a long stream's buffers small", () => {
  const collect = createMinorGc();
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  for (let read = 0; read < 512 * mebibyte; read += 16 * 1024) {
    const buffer = Buffer.allocUnsafeSlow(16 * 1024);
    collect(buffer.length);
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
  }
  expect(peak).toBeLessThan(40 * mebibyte);
});
