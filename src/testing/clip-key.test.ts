import { describe, expect, it } from "vitest";

import { type ClipOrigin, clipKey } from "./clip-key.ts";

const made: ClipOrigin = {
  recipe: { file: "short.mp4", from: "h264", args: ["-c", "copy", "-t", "1"] },
  from: "/clips/0123/h264.mp4",
  parts: [],
  ffmpeg: "7.0",
};
const written: ClipOrigin = {
  recipe: { file: "text.mp4", text: "a" },
  from: null,
  parts: [],
  ffmpeg: "7.0",
};

describe("the folder that keeps a test clip", () => {
  it("is the same for the same recipe, sources and ffmpeg", () => {
    expect(clipKey(structuredClone(made))).toBe(clipKey(made));
  });

  const changes: [what: string, from: ClipOrigin, to: Partial<ClipOrigin>][] = [
    ["the version of ffmpeg", made, { ffmpeg: "7.1" }],
    ["an argument", made, { recipe: { ...made.recipe, args: ["-c", "copy", "-t", "2"] } }],
    ["an argument before the input", made, { recipe: { ...made.recipe, inputArgs: ["-ss", "1"] } }],
    ["the clip that it is made of", made, { from: "/clips/4567/h264.mp4" }],
    ["the order of joined clips", { ...written, parts: ["/a", "/b"] }, { parts: ["/b", "/a"] }],
    [
      "a patched byte",
      { ...written, recipe: { file: "lies.mp4", patches: [{ box: "stsz", at: 12, bytes: "00" }] } },
      { recipe: { file: "lies.mp4", patches: [{ box: "stsz", at: 12, bytes: "01" }] } },
    ],
    ["the share that is kept", made, { recipe: { file: "cut.mp4", from: "h264", share: 0.5 } }],
    ["the text", written, { recipe: { file: "text.mp4", text: "b" } }],
  ];

  it.each(changes)("is another one with another value of %s", (_what, from, to) => {
    expect(clipKey({ ...from, ...to })).not.toBe(clipKey(from));
  });

  it("does not depend on ffmpeg for a clip that ffmpeg does not make", () => {
    expect(clipKey({ ...written, ffmpeg: "7.1" })).toBe(clipKey(written));
  });
});
