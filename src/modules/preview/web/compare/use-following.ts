import { useEffect } from "react";

import { mapFrame } from "#modules/media/rules/frame-mapping.ts";
import { type FrameTimes, frameMiddle } from "#modules/media/rules/frames.ts";
import { type Correction, correctedSpeed } from "#modules/media/web/public/follow-target.ts";
import type { Frames } from "#modules/media/web/public/use-frames.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

/** One of two compared videos. */
export interface ComparedVideo {
  media: MediaRef;
  times: FrameTimes;
  frames: Frames;
  /** Number of the last frame. */
  last: number;
}

/** The picture is muted and may decode slowly: rather a larger change of the speed than a seek. */
const correction: Omit<Correction, "ignored"> = { moveAbove: 1, maxChange: 0.25 };

/**
 * Makes one video follow another: its speed keeps it in step during playback, and while the leader is paused it shows
 * exactly the mapped frame (`mapFrame`).
 */
export function useFollowing(leader: ComparedVideo, follower: ComparedVideo, offset: number): void {
  useEffect(() => {
    const [first, second] = [leader.media.current, follower.media.current];
    if (!first || !second) return;
    const from = { rate: leader.times.rate, last: leader.last };
    const to = { rate: follower.times.rate, last: follower.last };
    const frame = to.rate.den / to.rate.num;
    const seek = (seconds: number) => {
      if (Math.abs(second.currentTime - seconds) > frame / 100) second.currentTime = seconds;
    };
    const align = () => {
      if (!second.paused) second.pause();
      second.playbackRate = first.playbackRate;
      seek(frameMiddle(mapFrame(leader.frames.current(), from, to, offset), follower.times));
    };
    const keepUp = () => {
      const begin = follower.times.startSeconds;
      const wanted = first.currentTime - leader.times.startSeconds + offset * frame + begin;
      const end = begin + to.last * frame;
      if (wanted < begin || wanted >= end) {
        if (!second.paused) second.pause();
        seek(frameMiddle(wanted < begin ? 0 : to.last, follower.times));
        return;
      }
      const late = wanted - second.currentTime;
      if (Math.abs(late) > correction.moveAbove && !second.seeking) seek(wanted);
      second.playbackRate = correctedSpeed(late, first.playbackRate, { ...correction, ignored: frame / 4 });
      // The element's state shows a rejected play.
      if (second.paused) void second.play().catch(() => undefined);
    };
    const follow = () => (first.paused ? align() : keepUp());
    const settle = () => {
      if (first.paused) align();
    };
    let request = 0;
    const present = () => {
      if (!first.paused) keepUp();
      request = first.requestVideoFrameCallback(present);
    };
    request = first.requestVideoFrameCallback(present);
    for (const event of leaderEvents) first.addEventListener(event, follow);
    for (const event of followerEvents) second.addEventListener(event, settle);
    follow();
    return () => {
      first.cancelVideoFrameCallback(request);
      for (const event of leaderEvents) first.removeEventListener(event, follow);
      for (const event of followerEvents) second.removeEventListener(event, settle);
    };
  }, [leader, follower, offset]);
}

const leaderEvents = ["play", "pause", "seeking", "seeked", "loadedmetadata", "ratechange", "ended"] as const;
const followerEvents = ["loadedmetadata", "seeked"] as const;
