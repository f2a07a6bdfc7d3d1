import { describe, expect, it } from "vitest";

import { reviewEndpoints } from "./versions.ts";

const videoFile = { taskId: 1, fileName: "cut.mp4", bytes: 1, type: "video/mp4", fingerprint: "a" };
const problemsOf = (change: object) => {
  const read = reviewEndpoints.beginVersion.body.safeParse({ ...videoFile, ...change });
  return read.error?.issues.map(({ message }) => message) ?? [];
};

describe("the file of a new version", () => {
  it("needs no type: content and name decide", () => {
    expect(problemsOf({ type: undefined })).toEqual([]);
    expect(problemsOf({ type: "" })).toEqual([]);
    expect(problemsOf({ type: "x".repeat(300) })).not.toEqual([]);
  });

  it.each([0, -1, 1.5, 257 * 1024 ** 3, "10"])("is refused: %j bytes", (bytes) => {
    expect(problemsOf({ bytes })).not.toEqual([]);
  });
});
