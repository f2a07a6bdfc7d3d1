import { frameAt, frameMiddle, type FrameRange } from "#modules/media/rules/frames.ts";
import { type Correction, followTarget } from "#modules/media/web/public/follow-target.ts";
import type { PlayedVideo } from "#modules/media/web/public/use-player-controls.ts";
import type { RoomChange } from "#modules/rooms/contract/room-state.ts";
import { cancelStartEvent, chosenSpeed, playCorrected, setStarting } from "#ui/player/media-state.ts";

import { type Expected, type PlayerEvent, recognizeChange } from "./own-changes.ts";
import type { ShownPosition } from "./shown-position.ts";
import { createStallWatch } from "./stall-watch.ts";
import { createStart, measureFor } from "./start.ts";

/**
 * WebKit is 100 to 500 ms off after changes of the speed and after seeks (https://github.com/video-dev/hls.js/issues/7616): there
 * smaller differences stay until the next pause, which is exact everywhere. Chromium names AppleWebKit, too.
 */
const isWebKit = /applewebkit/i.test(navigator.userAgent) && !/chrom(?:e|ium)\//i.test(navigator.userAgent);
const correction: Correction = isWebKit
  ? { ignored: 0.25, moveAbove: 2, maxChange: 0.1 }
  : { ignored: 0.012, moveAbove: 0.15, maxChange: 0.1 };

/** Milliseconds between two looks at room and player. */
const lookEvery = 100;
/** Milliseconds ahead at which a video starts in the middle of playback: at first, and at most for those that need long. */
const [firstLead, longestLead] = [300, 3000];
/** Milliseconds after the player appears in which it is moved by others than the user, unless the user has pressed something. */
const settleFor = 300;
/** Seconds by which a video that is played may be beside the room without the user having moved it. */
const near = 0.3;

/** The room as a player follows it. Page times are those of `performance.now()`. */
export interface FollowedRoom {
  /** The position at a page time; null while there is nothing to follow. */
  positionAt: (pageTime: number) => ShownPosition | null;
  /** The page time of a room time. */
  pageTimeAt: (roomTime: number) => number;
  /** The speed that controls show. */
  speed: () => number;
  loop: () => FrameRange | null;
  /** Whether playback starts because the user has pressed Play. */
  isOwnStart: () => boolean;
  /** The user did something at the player. */
  onChange: (change: RoomChange) => void;
  /** Whether the player waits for data. */
  onBuffers: (buffers: boolean) => void;
  /** The browser refuses to play with sound, or at all. */
  onRefusal: (refusal: "muted" | "stopped") => void;
}

export interface RoomFollower {
  /** To be called when the room has changed; with `restores` also when the user has moved the player and may not. */
  update: (restores?: boolean) => void;
  /** Tries again to play, in a click. */
  allowPlayback: () => void;
  /** Whether the player has loaded or been touched, so that its events are those of the user. */
  isSettled: () => boolean;
  stop: () => void;
}

type Mode =
  | { kind: "none" | "running" | "joining" | "refused" }
  | { kind: "paused"; frame: number; isStarting: boolean };

/** Lets a player follow a room, and reports what the user does at the player, which has appeared at the page time `attachedAt`. */
export function followRoom(player: PlayedVideo, attachedAt: number, room: FollowedRoom): RoomFollower {
  const video = player.media.current;
  const { frames, times, last } = player;
  if (!video || !times) return idle;
  const ended = new AbortController();
  const { signal } = ended;
  const framesPerSecond = times.rate.num / times.rate.den;
  let isLoaded = video.readyState >= video.HAVE_FUTURE_DATA;
  let isTouched = false;
  let mode: Mode = { kind: "none" };
  let lead = firstLead;
  let startedAt = 0;
  /** The room time for which the video was started, a moment before. */
  let startedFor: number | null = null;
  let lastSpeed = chosenSpeed(video);

  const now = () => performance.now();
  const secondsAt = (frame: number) => frameMiddle(frame, times);
  const soughtFrame = () => Math.min(last, frameAt(video.currentTime, times));
  const stall = createStallWatch(video, room.onBuffers);
  const hasSettled = () => isLoaded && now() - attachedAt > settleFor;
  const isSettled = () => isTouched || hasSettled();

  const start = createStart(
    video,
    {
      onStart: () => {
        startedAt = now();
        mode = { kind: "running" };
      },
      onLate: (needed) => {
        lead = Math.min(longestLead, Math.max(lead, needed * 1.2));
        mode = { kind: "none" };
        apply(true);
      },
      onRefused: () => {
        if (player.audible.current?.muted) {
          mode = { kind: "refused" };
          room.onRefusal("stopped");
          return;
        }
        video.muted = true;
        room.onRefusal("muted");
        mode = { kind: "none" };
        apply(true);
      },
    },
    signal,
  );
  const target = () => {
    const current = room.positionAt(now());
    lastSpeed = room.speed();
    const running = mode.kind === "running";
    if (!current) return { seconds: video.currentTime, speed: lastSpeed, running };
    const seconds = nearest(secondsAt(current.frame), video.currentTime, room.loop(), framesPerSecond);
    return { seconds, speed: current.speed, chosen: lastSpeed, running };
  };
  const follower = followTarget(video, { target, play: () => undefined, correction });

  const apply = (restores: boolean) => {
    const current = room.positionAt(now());
    stall.look(current?.moving ?? false, hasSettled());
    if (!current) return;
    if (current.moving) run(restores);
    else hold(current, restores);
    setStarting(video, mode.kind === "paused" && mode.isStarting);
  };
  const run = (restores: boolean) => {
    if (mode.kind === "refused") return;
    if (!video.paused) {
      start.cancel();
      if (mode.kind !== "running") mode = { kind: "running" };
      // What differs at first is the latency of the start, which is being measured.
      if (now() - startedAt > measureFor) follower.adjust();
      return;
    }
    // The event of a pause follows and says whose it is. Browsers pause videos in the background.
    if (mode.kind === "running" && (!restores || document.hidden)) return;
    const isAboutToPlay = mode.kind === "joining" || (mode.kind === "paused" && mode.isStarting);
    if (isAboutToPlay && start.isPrepared()) return;
    const at = now() + lead;
    const later = room.positionAt(at);
    if (!later?.moving) {
      if (later) hold(later, restores);
      return;
    }
    mode = { kind: "joining" };
    setSpeed();
    start.prepare(at, secondsAt(later.frame));
  };
  const hold = ({ frame: position, startsAt, isStarting }: ShownPosition, restores: boolean) => {
    if (startsAt !== null && startedFor === startsAt && mode.kind === "running") return;
    const frame = Math.floor(position);
    const isNew = mode.kind !== "paused" || mode.frame !== frame;
    mode = { kind: "paused", frame, isStarting };
    if (isNew || restores) {
      const wasPlaying = !video.paused;
      follower.adjust();
      if (wasPlaying || soughtFrame() !== frame) frames.seek(frame);
    }
    if (isNew || restores || lastSpeed !== room.speed()) setSpeed();
    lead = firstLead;
    if (startsAt === null) start.cancel();
    else {
      startedFor = startsAt;
      start.prepare(room.pageTimeAt(startsAt), secondsAt(frame));
    }
  };
  const setSpeed = () => {
    lastSpeed = room.speed();
    playCorrected(video, lastSpeed, lastSpeed);
  };

  const expected = (): Expected => {
    const current = room.positionAt(now());
    const frame = mode.kind === "paused" ? mode.frame : Math.floor(current?.frame ?? 0);
    const { isStarting } = mode.kind === "paused" ? mode : (current ?? { isStarting: false });
    const isPaused = mode.kind === "paused" || (mode.kind === "none" && !current?.moving);
    const kind = isPaused ? (isStarting ? "starting" : "paused") : "running";
    return { kind, frame, speed: lastSpeed, loop: room.loop(), isOwnStart: room.isOwnStart() };
  };
  const isOwnSeek = () =>
    [follower.position(), start.position()].some(
      (position) => position !== null && Math.abs(video.currentTime - position) < 1e-3,
    );
  const handle = (event: PlayerEvent) => {
    if (!room.positionAt(now())) return;
    if (!isSettled() || (event === "seek" && isOwnSeek())) return apply(true);
    const isDisplayed = event === "pause" && !video.seeking;
    const frame = (isDisplayed ? frames.displayed() : null) ?? soughtFrame();
    const { paused, ended: hasEnded } = video;
    const change = recognizeChange(
      event,
      { paused, ended: hasEnded, frame, speed: chosenSpeed(video), isHidden: document.hidden },
      expected(),
      { last, near: near * framesPerSecond },
    );
    if (change) room.onChange(change);
    apply(true);
  };

  const playerEvents = {
    play: "play",
    pause: "pause",
    seeking: "seek",
    ratechange: "speed",
    [cancelStartEvent]: "cancel",
  } as const;
  for (const [name, event] of Object.entries(playerEvents)) {
    video.addEventListener(name, () => handle(event), { signal });
  }
  // While another seek is in progress, its event follows and says whose it is.
  video.addEventListener("seeked", () => !video.seeking && apply(true), { signal });
  video.addEventListener("ended", () => apply(true), { signal });
  // A seek of the user before that is the position at which the video starts.
  video.addEventListener("loadedmetadata", () => handle("seek"), { signal });
  const load = () => {
    isLoaded = true;
    apply(false);
  };
  video.addEventListener("canplay", load, { signal });
  const empty = () => {
    isLoaded = false;
    isTouched = false;
    mode = { kind: "none" };
    start.cancel();
  };
  video.addEventListener("emptied", empty, { signal });
  for (const name of ["keydown", "pointerdown"])
    document.addEventListener(name, () => (isTouched = true), { signal, capture: true });
  document.addEventListener("visibilitychange", () => !document.hidden && apply(true), { signal });
  const timer = setInterval(() => apply(false), lookEvery);
  // Otherwise it loads its beginning only, and no position is ready to be played.
  video.preload = "auto";
  apply(true);
  return {
    update: (restores = false) => apply(restores),
    allowPlayback: () => {
      if (mode.kind === "refused") mode = { kind: "none" };
      if (player.audible.current) player.audible.current.muted = false;
      apply(true);
    },
    isSettled,
    stop: () => {
      ended.abort();
      clearInterval(timer);
      start.cancel();
      follower.stop();
      stall.stop();
      setStarting(video, false);
      if (video.playbackRate !== lastSpeed) video.playbackRate = lastSpeed;
    },
  };
}

const idle: RoomFollower = {
  update: () => undefined,
  allowPlayback: () => undefined,
  isSettled: () => false,
  stop: () => undefined,
};

/**
 * The room's time in the repetition of the loop in which the video is: the player repeats the loop at its last frame, and a video that
 * is a moment early or late isn't moved for it.
 */
function nearest(seconds: number, current: number, loop: FrameRange | null, framesPerSecond: number): number {
  if (!loop) return seconds;
  const length = (loop.to - loop.from + 1) / framesPerSecond;
  const other = seconds + Math.round((current - seconds) / length) * length;
  return Math.abs(other - current) < correction.moveAbove ? other : seconds;
}
