import { type RefObject, useMemo, useRef } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { type FrameTimes, lastFrame } from "#modules/media/rules/frames.ts";
import { useFrames } from "#modules/media/web/public/use-frames.ts";
import { usePlaybackPosition } from "#modules/media/web/public/use-playback-position.ts";
import { usePlaylist } from "#modules/media/web/public/use-playlist.ts";
import { useStableUrl } from "#modules/media/web/public/use-stable-url.ts";

import type { ComparedVideo } from "./use-following.ts";

const unknownRate = { num: 25, den: 1 };

/** The element, frames and URL of one of the compared videos. */
export function useComparedFile(playback: Playback, onRefresh: () => void) {
  const media: RefObject<HTMLVideoElement | null> = useRef<HTMLVideoElement>(null);
  const { fileUrl, playlistUrl, videoId, startSeconds, rate } = playback;
  const file = useStableUrl(fileUrl, videoId, onRefresh);
  const playlist = useStableUrl(playlistUrl, videoId, onRefresh);
  usePlaylist(media, file.url ? null : playlist.url, playlist.renewIfOld);
  usePlaybackPosition(media, file.url, startSeconds);
  const times: FrameTimes = useMemo(
    () => ({ rate: rate ?? unknownRate, startSeconds }),
    [rate, startSeconds],
  );
  const frames = useFrames(media, times, playback.frames);
  const last = lastFrame(playback);
  const video: ComparedVideo = useMemo(() => ({ media, times, frames, last }), [times, frames, last]);
  return { video, src: file.url ?? undefined, onError: file.renewIfOld, onRetry: file.renew };
}
