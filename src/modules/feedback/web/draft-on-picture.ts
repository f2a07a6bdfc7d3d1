import type { RefObject } from "react";

import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";

import { type DraftStore, fixFrames, type Tool } from "./draft-store.ts";
import type { FrameStore } from "./frame-store.ts";

/** A draft and the player that shows its frame. */
export interface DraftOnPicture {
  draft: DraftStore;
  frames: FrameStore;
  player: RefObject<VideoPlayerHandle | null>;
}

/** Pauses the video and fixes the frames of the draft: the displayed one, unless it has some. */
export function pauseOnFrame({ draft, frames, player }: DraftOnPicture): void {
  player.current?.pause();
  fixFrames(draft, player.current?.currentFrame() ?? frames.get() ?? 0);
}

/** Starts drawing on the frame of the draft with a tool; null ends it. */
export function chooseTool(on: DraftOnPicture, tool: Tool | null, byKeyboard: boolean): void {
  on.draft.setState({ tool, byKeyboard });
  if (tool === null) return;
  pauseOnFrame(on);
  on.player.current?.seek(on.draft.getState().inFrame ?? 0);
}
