import { useLayoutEffect } from "react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";

import { ReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import type { Playback } from "#modules/media/contract/videos.ts";
import { frameAt, frameFrom } from "#modules/media/rules/frames.ts";
import { PreviewStage } from "#modules/preview/web/player/preview-stage.tsx";
import { VersionPlayer } from "#modules/preview/web/player/version-player.tsx";
import type { Preview } from "#modules/review/contract/versions.ts";
import type { RoomState } from "#modules/rooms/contract/room-state.ts";
import { positionAt } from "#modules/rooms/rules/room-state.ts";
import {
  RoomSessionProvider,
  useDisplayedVersion,
  useRoomSession,
} from "#modules/rooms/web/public/room-session.tsx";

import type { FakeApi } from "./fake-api.ts";
import { clipTiming, type FakeRoom, roomTime, startFakeRoom } from "./fake-room.ts";
import { startScreen } from "./open-screen.tsx";
import { samplePlayback } from "./sample-preview.ts";
import { meera } from "./samples.ts";

const fileUrl = new URL("thirty-seconds.webm", import.meta.url).href;
/** A gray video of 750 frames, 64×36. */
export const longPlayback: Playback = {
  ...samplePlayback,
  fileUrl,
  durationSeconds: 30,
  frames: 750,
  width: 64,
  height: 36,
};
const times = { rate: clipTiming.rate, startSeconds: 0 };
const frameDuration = 40;

const noMarks: never[] = [];

type Session = ReturnType<typeof useRoomSession>;

interface SharedPlayer {
  api: FakeApi;
  room: FakeRoom;
  session: Session;
  video: () => HTMLVideoElement;
}

interface PlayerOptions {
  state?: Partial<RoomState>;
  playback?: Playback;
  /** Allows comparisons. */
  preview?: Preview;
  /** Called before the player is rendered. */
  prepare?: (api: FakeApi) => void;
}

/** Shows the player of a review in which Meera joins a room of Anika; she hasn't joined yet. */
export async function openSharedPlayer(options: PlayerOptions = {}): Promise<SharedPlayer> {
  const { state, prepare } = options;
  const { api, show } = await startScreen(meera);
  const room = startFakeRoom(api, state);
  prepare?.(api);
  const rendered: { session?: Session } = {};
  show(
    <ReviewSession draftKey="test" guidesKey="test">
      <RoomSessionProvider access={{ kind: "member", taskId: 12 }}>
        <Review {...options} onSession={(session) => (rendered.session = session)} />
      </RoomSessionProvider>
    </ReviewSession>,
  );
  if (!rendered.session) throw new Error("The player isn't rendered.");
  // Browsers let videos play with sound after a click, such as that of joining.
  await userEvent.click(document.body, { position: { x: 2, y: 2 } });
  return { api, room, session: rendered.session, video };
}

interface ReviewProps extends Pick<PlayerOptions, "playback" | "preview"> {
  onSession: (session: Session) => void;
}

function Review({ playback = longPlayback, preview, onSession }: ReviewProps) {
  const session = useRoomSession();
  useLayoutEffect(() => {
    onSession(session);
  });
  const compare = Number(new URLSearchParams(location.search).get("compare")) || null;
  useDisplayedVersion({ version: 1, compare, frame: undefined, navigate: ignore });
  return (
    <PreviewStage tabs={[]}>
      <VersionPlayer
        playback={playback}
        {...(preview && { preview })}
        title="Lagoon"
        onRefresh={ignore}
        marks={noMarks}
        onSelectMark={ignore}
      />
    </PreviewStage>
  );
}

/** That of the reviewed version. */
function video(): HTMLVideoElement {
  const element = [...document.querySelectorAll("video")].at(-1);
  if (!element) throw new Error("There is no video.");
  return element;
}

/** The frame of the present position, which a paused video displays. */
export function soughtFrame(): number {
  return frameAt(video().currentTime, times);
}

/** A displayed frame, and by how many milliseconds it is displayed later than in the room. */
interface DisplayedFrame {
  frame: number;
  late: number;
  /** Page time. */
  at: number;
}

/** Records the frames that the video displays during playback. */
export function recordFrames(room: FakeRoom): DisplayedFrame[] {
  const recorded: DisplayedFrame[] = [];
  const element = video();
  const record = (_now: number, { mediaTime, expectedDisplayTime: at }: VideoFrameCallbackMetadata) => {
    const frame = frameFrom(mediaTime, times);
    const state = room.state();
    const { frame: wanted } = positionAt(state, roomTime(at), clipTiming);
    // The room is in the middle of a frame when it begins to advance.
    recorded.push({ frame, at, late: ((wanted + 0.5 - frame) * frameDuration) / state.speed });
    element.requestVideoFrameCallback(record);
  };
  element.requestVideoFrameCallback(record);
  return recorded;
}

/** The median of the lateness of frames: frames that a busy computer displays late by themselves don't count. */
export function medianLate(frames: readonly DisplayedFrame[]): number {
  const sorted = frames.map(({ late }) => late).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
}

/** Waits until the video plays as in the room: the last frames are less than one frame beside it. */
export async function untilInStep(frames: readonly DisplayedFrame[]): Promise<void> {
  await expect
    .poll(() => (frames.length < 8 ? Infinity : Math.abs(medianLate(frames.slice(-8)))))
    .toBeLessThan(frameDuration);
}

function ignore(): void {
  // Nothing is refetched or selected.
}
