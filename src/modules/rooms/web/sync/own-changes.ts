import type { FrameRange } from "#modules/media/rules/frames.ts";
import type { RoomChange } from "#modules/rooms/contract/room-state.ts";

/** An event of the video element: it was played, paused, moved or got another speed, or its start was cancelled. */
export type PlayerEvent = "play" | "pause" | "seek" | "speed" | "cancel";

/** The video element after an event. */
export interface PlayerFacts {
  paused: boolean;
  ended: boolean;
  /** The displayed frame, or the one being sought. */
  frame: number;
  /** The chosen speed. */
  speed: number;
  /** Whether the page is in the background, where browsers pause videos by themselves. */
  isHidden: boolean;
}

/** The state that following has last given to the video element. */
export interface Expected {
  kind: "paused" | "starting" | "running";
  /** Whether playback starts because this user has pressed Play. */
  isOwnStart: boolean;
  /** The frame at this moment. */
  frame: number;
  speed: number;
  loop: FrameRange | null;
}

interface Limits {
  /** The last frame. */
  last: number;
  /** Frames by which a running video may be beside the expected frame without having been moved. */
  near: number;
}

/** Speeds that a room allows. */
const [slowest, fastest] = [0.25, 4];

/**
 * The change that the user has made at the player, or null if the event comes from following or says nothing new. Inputs don't have
 * to say who they are: what differs from the expectation is the user's.
 */
export function recognizeChange(
  event: PlayerEvent,
  facts: PlayerFacts,
  expected: Expected,
  { last, near }: Limits,
): RoomChange | null {
  switch (event) {
    case "play":
      if (facts.paused) return null;
      // Pressed once more, Play stops the start. Of two users who press it at the same time, neither wants that.
      if (expected.kind === "starting")
        return expected.isOwnStart ? { playing: false, frame: expected.frame } : null;
      // The video has moved since it was pressed.
      return expected.kind === "paused"
        ? { playing: true, frame: expected.frame >= last ? 0 : expected.frame }
        : null;
    case "pause":
      if (!facts.paused || facts.ended || facts.isHidden || expected.kind !== "running") return null;
      return { playing: false, frame: facts.frame };
    case "cancel":
      return expected.kind === "starting" ? { playing: false, frame: expected.frame } : null;
    case "speed": {
      const speed = Math.min(fastest, Math.max(slowest, facts.speed));
      return speed === expected.speed ? null : { speed };
    }
    case "seek":
      return isUsersSeek(facts, expected, near)
        ? { frame: facts.frame, ...(expected.kind === "paused" && { playing: false }) }
        : null;
  }
}

function isUsersSeek({ frame }: PlayerFacts, expected: Expected, near: number): boolean {
  if (expected.kind !== "running") return frame !== expected.frame;
  // The player repeats the loop by itself.
  if (frame === expected.loop?.from) return false;
  return Math.abs(frame - expected.frame) > near;
}
