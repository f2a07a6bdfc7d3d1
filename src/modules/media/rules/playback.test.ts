import { expect, it } from "vitest";

import { hasSlowSteps } from "./playback.ts";

it.each([
  [undefined, false],
  [2.5, false],
  [2.6, true],
])("steps between key frames %f s apart are slow: %s", (keyFrameSeconds, slow) => {
  expect(hasSlowSteps({ video: { keyFrameSeconds } })).toBe(slow);
});
