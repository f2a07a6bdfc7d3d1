import { hashKey } from "@tanstack/react-query";
import type { StoreApi } from "zustand";

import { second } from "#core/time.ts";
import type { ReviewState } from "#modules/feedback/web/public/review-session.tsx";
import type { ControlledPlayer } from "#modules/media/web/public/use-player-controls.ts";
import type { RoomChange, RoomState } from "#modules/rooms/contract/room-state.ts";
import { positionAt, type Timing } from "#modules/rooms/rules/room-state.ts";

import { followRoom, type RoomFollower } from "./follow-room.ts";
import type { Navigate, ScreenPosition } from "./session-state.ts";
import { type Course, shownPosition, withPending } from "./shown-position.ts";
import type { Stay } from "./stay.ts";

interface SharedScreenOptions {
  stay: () => Stay | null;
  /** The course of the room, whether the participant follows it or not; null outside. */
  course: () => Course | null;
  follows: () => boolean;
  /** Whether playback starts because the user has pressed Play. */
  isOwnStart: () => boolean;
  /** The user has changed something. */
  onChange: (change: RoomChange) => void;
  onBuffers: (buffers: boolean) => void;
  onRefusal: (refusal: "muted" | "stopped") => void;
  unfollow: () => void;
}

/** Without a player: only times that don't depend on it are right. */
const unknownTiming: Timing = { rate: { num: 25, den: 1 }, last: Number.MAX_SAFE_INTEGER };
/** Milliseconds between two signals of the displayed frame. */
const frameEvery = second;

/** Keeps player, zoom, guides, loop, comparison and version of a screen as in the room, and reports what the user changes of them. */
export function createSharedScreen(review: StoreApi<ReviewState>, options: SharedScreenOptions) {
  const { stay, onChange } = options;
  let player: ControlledPlayer | null = null;
  let attachedAt = 0;
  let follower: RoomFollower | null = null;
  let displayed: ScreenPosition | null = null;
  let navigate: Navigate = () => undefined;
  /** The version and comparison to which the screen was sent last. */
  let requested: string | null = null;
  let isLed = false;
  let frameTimer: ReturnType<typeof setTimeout> | undefined;

  const followed = () => (options.follows() ? options.course() : null);
  const shared = (): RoomState | null => {
    const course = followed();
    return course && withPending(course.state, course.pending);
  };
  const timing = (): Timing =>
    player?.video.times ? { rate: player.video.times.rate, last: player.video.last } : unknownTiming;
  const timeAt = (pageTime: number) => stay()?.timeAt(pageTime) ?? null;

  const startFollowing = () => {
    if (follower || !player || !followed()) return;
    follower = followRoom(player.video, attachedAt, {
      positionAt: (pageTime) => {
        const [course, time] = [followed(), timeAt(pageTime)];
        if (!course || time === null || shared()?.version !== displayed?.version) return null;
        return shownPosition(course, time, timing());
      },
      pageTimeAt: (roomTime) => stay()?.pageTimeAt(roomTime) ?? 0,
      speed: () => shared()?.speed ?? 1,
      loop: () => shared()?.loop ?? null,
      isOwnStart: options.isOwnStart,
      onChange,
      onBuffers: options.onBuffers,
      onRefusal: options.onRefusal,
    });
  };
  const stopFollowing = () => {
    follower?.stop();
    follower = null;
  };
  const applyLoop = (loop: RoomState["loop"]) => {
    review.setState({ loop });
    player?.loop(loop);
  };
  const applyReview = () => {
    const state = shared();
    if (!state || !player || state.version !== displayed?.version) return;
    const { view, guides, loop, comparison } = review.getState();
    if (!isSame(loop, state.loop)) applyLoop(state.loop);
    if (!isSame(view, state.view)) review.setState({ view: state.view });
    if (!isSame(guides, state.guides)) review.setState({ guides: state.guides });
    if (!state.comparison) return;
    const { version: _, ...next } = state.comparison;
    if (!isSame(comparison, next)) review.setState({ comparison: next });
  };
  const go = () => {
    const state = shared();
    if (!state || !displayed) return;
    const to = { version: state.version, compare: state.comparison?.version ?? null };
    const target = `${to.version} ${to.compare}`;
    if (target === `${displayed.version} ${displayed.compare}`) requested = null;
    else if (target !== requested) {
      requested = target;
      navigate(to);
    }
  };
  /** The user's changes besides those at the player itself. */
  const reviewChange = (): RoomChange => {
    const state = shared();
    if (!state || !follower?.isSettled() || state.version !== displayed?.version) return {};
    const { frame, view, guides, loop, comparison } = review.getState();
    if (frame === null) return {};
    const compared = displayed.compare !== null && { version: displayed.compare, ...comparison };
    return {
      ...(!isSame(view, state.view) && { view }),
      ...(!isSame(guides, state.guides) && { guides }),
      ...(!isSame(loop, state.loop) && { loop }),
      ...(compared && !isSame(compared, state.comparison) && { comparison: compared }),
    };
  };
  const report = (change: RoomChange) => {
    if (Object.keys(change).length > 0) onChange(change);
  };
  const sendFrame = () => {
    frameTimer = undefined;
    const { frame } = review.getState();
    const version = displayed?.version;
    if (frame === null || version === undefined || options.follows()) return;
    stay()?.signal({ kind: "frame", version, frame });
  };
  review.subscribe((state, before) => {
    if (!options.course()) return;
    if (!options.follows() && state.frame !== before.frame) frameTimer ??= setTimeout(sendFrame, frameEvery);
    const keys = ["view", "guides", "loop", "comparison"] as const;
    // A player that is being replaced resets them; then this one has gone when the task runs.
    if (keys.some((key) => state[key] !== before[key])) queueMicrotask(() => report(reviewChange()));
  });

  return {
    attachPlayer: (next: ControlledPlayer | null, pageTime: number) => {
      stopFollowing();
      player = next;
      attachedAt = pageTime;
      const state = shared();
      if (!state || !next) return;
      applyLoop(state.loop);
      startFollowing();
      applyReview();
    },
    display: (next: ScreenPosition) => {
      // Another version is loading. Who has opened it is known when it is displayed.
      if (next.version === undefined) return;
      const before = displayed;
      displayed = next;
      const state = shared();
      if (!state) return;
      const { version, compare, frame = 0 } = next;
      // One that the room has requested may arrive when the room has moved on.
      const isOther = requested === null && before?.version !== version && version !== state.version;
      const comparison = compare === null ? null : { version: compare, ...review.getState().comparison };
      const isCompared = before !== null && before.compare !== compare;
      if (isOther) report({ version, frame, playing: false });
      else if (isCompared && compare !== (state.comparison?.version ?? null)) report({ comparison });
      applyReview();
      follower?.update();
      go();
    },
    setNavigate: (next: Navigate) => {
      navigate = next;
    },
    /** To be called when the room, its clock or the participant's rights have changed. */
    update: (next: { isLed: boolean }) => {
      isLed = next.isLed;
      if (isLed !== (review.getState().leader !== null)) {
        review.setState({ leader: isLed ? { unfollow: options.unfollow } : null });
      }
      if (!followed()) return;
      startFollowing();
      go();
      applyReview();
      follower?.update();
    },
    /** Undoes what the user has changed. */
    restore: () => {
      requested = null;
      go();
      applyReview();
      follower?.update(true);
    },
    /** Stops following. */
    release: () => {
      stopFollowing();
      requested = null;
      if (review.getState().leader) review.setState({ leader: null });
    },
    timing,
    position: () => {
      const [course, time] = [options.course(), timeAt(performance.now())];
      if (!course || time === null || course.state.version !== displayed?.version) return null;
      return positionAt(course.state, time, timing()).frame;
    },
    allowPlayback: () => follower?.allowPlayback(),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}
