import { expect, it } from "vitest";

import { failureOfTools, type VideoFailure, videoFailure, videoFailureMessage } from "./video-failures.ts";

it("stores a code for errors with a fixed sentence, whatever the tools wrote", () => {
  const failure = failureOfTools({ code: "truncated", message: "moov atom not found" });
  expect(failure).toEqual({ code: "truncated" });
  expect(videoFailureMessage(failure)).toContain("The file is incomplete");
});

it("never shows the output of ffmpeg, also from failures stored by earlier versions", () => {
  const message = "This video can't be processed ([out#1/image2 @ 0x55e9] Nothing was written).";
  expect(videoFailureMessage(failureOfTools({ code: "ffmpeg_failed", message }))).not.toContain("0x55e9");
  const stored: unknown = { code: "ffmpeg_failed", message };
  expect(videoFailureMessage(stored as VideoFailure)).not.toContain("0x55e9");
});

it.each([
  ["absurd_dimensions", "absurd_dimensions"],
  ["a_new_code", "other"],
])("keeps the message of %s, which contains measured values", (code, stored) => {
  const message = "This video lasts 13 hours. At most 12 can be prepared.";
  const failure = failureOfTools({ code, message });
  expect(failure).toEqual({ code: stored, message });
  expect(videoFailureMessage(failure)).toBe(message);
});

it("states why a server without ffmpeg can't convert the video", () => {
  const failure = videoFailure.parse({ code: "no_ffmpeg", obstacle: "is 10-bit" });
  expect(videoFailureMessage(failure)).toMatch(/^This video is 10-bit, so browsers can't play it/);
});

it("accepts no unknown code", () => {
  expect(videoFailure.safeParse({ code: "something_else" }).success).toBe(false);
});
