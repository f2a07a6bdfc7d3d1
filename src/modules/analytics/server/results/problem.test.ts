import { expect, it } from "vitest";

import { currentProblem } from "./problem.ts";

const nextFetchAt = new Date("2026-11-28T08:00:00Z");
const youtubeProblem = (problemCode: string | null) =>
  currentProblem({ problemCode, nextFetchAt }, "YouTube");

it.each([
  ["refused", "YouTube refuses to return analytics. They are requested again later."],
  ["unreachable", "YouTube is not responding. Analytics are read again later."],
  ["unavailable", "YouTube is not responding. Analytics are read again later."],
])("figures that were not read because of %s are requested again", (code, message) => {
  expect(youtubeProblem(code)).toEqual({ message, retryAt: nextFetchAt.toISOString() });
});

it.each(["video_not_found", "channel_forbidden", "scope_missing", "reconnect_needed"])(
  "figures that were not read because of %s are not announced for later",
  (code) => {
    expect(youtubeProblem(code)?.message).not.toContain("{platform}");
    expect(youtubeProblem(code)?.retryAt).toBeNull();
  },
);

it("there is no problem after a success", () => {
  expect([youtubeProblem(null), currentProblem(null, "YouTube")]).toEqual([null, null]);
});
