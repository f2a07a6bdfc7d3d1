import { expect, it } from "vitest";

import { openRequests } from "./open-requests.ts";

it("counts the requests that are open until a version, and finds the first that is not done", () => {
  const counts = [
    { version: 1, open: 2, notDone: 0, firstOpenId: "a" },
    { version: 3, open: 3, notDone: 1, firstOpenId: "c" },
  ];
  expect(openRequests(3, counts)).toEqual({ open: 5, notDone: 1, first: { version: 3, id: "c" } });
  expect(openRequests(2, counts)).toEqual({ open: 2, notDone: 0, first: { version: 1, id: "a" } });
  expect(openRequests(9, [])).toBeNull();
  expect(openRequests(0, counts)).toBeNull();
});
