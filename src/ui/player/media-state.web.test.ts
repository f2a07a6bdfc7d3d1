import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { useMediaState } from "./media-state.ts";

test("a render reads one state of a video for which more data arrives all the time", async () => {
  const video = document.createElement("video");
  let end = 0;
  Object.defineProperty(video, "buffered", {
    get: () => ({ length: 1, start: () => 0, end: () => (end += 1) }),
  });
  const ref = { current: video };
  function BufferedUntil() {
    const { bufferedUntil, muted } = useMediaState(ref);
    return createElement("p", null, `${muted ? "Muted" : "Loud"}, buffered until ${bufferedUntil}`);
  }
  const errors = vi.spyOn(console, "error");
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    vi.restoreAllMocks();
    root.unmount();
    container.remove();
  });
  root.render(createElement(BufferedUntil));
  await expect.element(page.getByText(/^Loud, buffered until \d+$/)).toBeVisible();
  const first = container.textContent;
  video.muted = true;
  await expect.element(page.getByText(/^Muted, buffered until \d+$/)).toBeVisible();
  expect(container.textContent).not.toBe(first?.replace("Loud", "Muted"));
  expect(errors).not.toHaveBeenCalled();
});
