import { expect, it } from "vitest";

import { fileFingerprint } from "./version-queries.ts";

it("a file's fingerprint is what the server stores, also where the cut is inside an emoji", () => {
  const name = `${"🎬".repeat(40)}${"a".repeat(40)}x.mp4`;
  const fingerprint = fileFingerprint(new File(["cut"], name, { lastModified: 5 }));
  expect(fingerprint).toBe(new TextDecoder().decode(new TextEncoder().encode(fingerprint)));
  expect(fingerprint.endsWith("x.mp4:3:5")).toBe(true);
});
