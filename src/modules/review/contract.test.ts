import { describe, expect, it } from "vitest";

import { reviewEndpoints } from "./contract.ts";

const videoFile = { taskId: 1, fileName: "cut.mp4", bytes: 1, type: "video/mp4", fingerprint: "a" };
const problemsOf = (change: object) => {
  const read = reviewEndpoints.beginVersion.body.safeParse({ ...videoFile, ...change });
  return read.error?.issues.map(({ message }) => message) ?? [];
};

describe("an videoFile upload", () => {
  it.each(["video/mp4", "video/x-matroska", "video/vnd.dlna.mpeg-tts"])("may be of type %s", (type) => {
    expect(problemsOf({ type })).toEqual([]);
  });

  it.each(["", "text/plain", "video/", "video/mp4\r\nx: y", `video/${"x".repeat(100)}`])(
    "is refused as of type %j",
    (type) => expect(new Set(problemsOf({ type }))).toEqual(new Set(["Please upload a video file"])),
  );

  it.each([0, -1, 1.5, 257 * 1024 ** 3, "10"])("is refused with %j bytes", (bytes) => {
    expect(problemsOf({ bytes })).not.toEqual([]);
  });
});
