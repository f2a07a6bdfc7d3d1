import { expect, it, vi } from "vitest";

import { createReviewStore } from "../public/review-session.tsx";
import { createDraftStore } from "./draft-store.ts";
import { chooseTool, pauseOnFrame } from "./pause-on-frame.ts";

function startSession() {
  const player = {
    seek: vi.fn<(frame: number) => void>(),
    pause: vi.fn<() => void>(),
    currentFrame: () => 48,
    loop: () => undefined,
    startLoop: () => undefined,
    endLoop: () => undefined,
  };
  const draft = createDraftStore("test");
  return {
    session: { ...createReviewStore(), player: { current: player }, draft, inputId: "", guidesKey: "test" },
    player,
    draft,
  };
}

it("pauses the video on the frame of a comment", () => {
  const { session, player, draft } = startSession();
  pauseOnFrame(session, draft);
  expect(player.pause).toHaveBeenCalledOnce();
  expect(draft.getState().inFrame).toBe(48);
});

it("doesn't pause a video that another user controls, until the comment has a drawing", () => {
  const { session, player, draft } = startSession();
  const unfollow = vi.fn<() => void>(() => session.setState({ leader: null }));
  session.setState({ leader: { unfollow } });
  pauseOnFrame(session, draft);
  expect(player.pause).not.toHaveBeenCalled();
  expect(draft.getState().inFrame).toBe(48);
  chooseTool(session, draft, { tool: "pen", byKeyboard: false });
  expect(unfollow).toHaveBeenCalledOnce();
  expect(player.pause).toHaveBeenCalledOnce();
});
