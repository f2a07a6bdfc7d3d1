import { expect, it } from "vitest";

import { sha256Sums } from "./checksums.ts";

it("lists digests as sha256sum does, with its escapes", () => {
  const digest = (digit: string) => digit.repeat(64);
  const list = sha256Sums([
    { path: "A001/C0001.MXF", sha256: digest("a") },
    { path: "two  spaces.mov", sha256: digest("b") },
    { path: "back\\slash\nline\rreturn", sha256: digest("c") },
  ]);
  expect(list).toBe(
    `${digest("a")}  A001/C0001.MXF\n` +
      `${digest("b")}  two  spaces.mov\n` +
      `\\${digest("c")}  back\\\\slash\\nline\\rreturn\n`,
  );
  expect(sha256Sums([])).toBe("");
});
