import { expect, test } from "vitest";

import { wholePicture } from "#modules/media/contract/picture-view.ts";

import { createReviewStore, keepView, viewControl } from "./review-session.tsx";

const enlarged = { scale: 2, x: 0.3, y: 0.6 };

test("the view stays in a picture of the same size and returns to the whole one of another size", () => {
  const session = createReviewStore();
  const { get, set } = viewControl(session);
  // Before the first picture, for example that of a comment that the address names.
  set(enlarged);
  keepView(session, 1920, 1080);
  expect(get()).toEqual(enlarged);
  keepView(session, 1920, 1080);
  expect(get()).toEqual(enlarged);
  keepView(session, 1080, 1920);
  expect(get()).toEqual(wholePicture);
});

test("only changes of the view reach the player", () => {
  const session = createReviewStore();
  const { set, subscribe } = viewControl(session);
  let changes = 0;
  const unsubscribe = subscribe(() => (changes += 1));
  session.setState({ frame: 12 });
  expect(changes).toBe(0);
  set(enlarged);
  expect(changes).toBe(1);
  unsubscribe();
  set(wholePicture);
  expect(changes).toBe(1);
});
