import { expect, it } from "vitest";

import { isDiscarded, statesBefore, videoStates } from "./video-states.ts";

it("lets a video change only along the state table", () => {
  expect(Object.fromEntries(videoStates.map((state) => [state, statesBefore(state)]))).toEqual({
    receiving: [],
    preparing: ["receiving"],
    ready: ["preparing"],
    refused: ["preparing"],
    deleted: ["receiving", "preparing", "ready", "refused"],
  });
});

it("never lets a discarded video become playable again", () => {
  const discarded = videoStates.filter((state) => isDiscarded({ state }));
  expect(discarded).toEqual(["refused", "deleted"]);
  expect(statesBefore("ready").filter((state) => discarded.includes(state))).toEqual([]);
});
