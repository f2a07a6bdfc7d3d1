import { expect, it } from "vitest";

import { hasSlowSteps, missingAtEnd } from "./playback.ts";

it.each([
  [undefined, false],
  [2.5, false],
  [2.6, true],
])("steps between key frames %f s apart are slow: %s", (keyFrameSeconds, slow) => {
  expect(hasSlowSteps({ video: { keyFrameSeconds } })).toBe(slow);
});

it.each([
  [5.8, 6.2, "The recording ends after 5.8 s; 0.4 s of sound has no picture."],
  [5.8, 4.1, "The recording ends after 5.8 s; the last 1.7 s have no sound."],
  [5.8, 5.84, null],
  [5.8, null, null],
])("of a recording of %f s with %f s of sound, %s is missing", (durationSeconds, soundSeconds, text) => {
  expect(missingAtEnd({ durationSeconds, soundSeconds })).toBe(text);
});
