import { useEffect, useRef, useState } from "react";

import { formatPercent } from "#ui/format.ts";
import { Player } from "#ui/player/player.tsx";

import type { Playback } from "../contract.ts";
import { usePlaylist } from "./use-playlist.ts";

interface VideoPlayerProps {
  playback: Playback;
  title: string;
  /** Asks for fresh addresses: the old ones may have expired, or the rendition may have been replaced. */
  onRefresh: () => void;
}

/** Plays a version: its file where there is one, else the rendition that is still being made. */
export function VideoPlayer({ playback, title, onRefresh }: VideoPlayerProps) {
  const media = useRef<HTMLVideoElement>(null);
  const fileUrl = usePinned(playback.fileUrl, playback.videoId);
  usePlaylist(media, fileUrl ? null : playback.playlistUrl, onRefresh);
  useKeepPosition(media, fileUrl);
  const making = !playback.fileUrl && playback.playlistUrl;
  return (
    <>
      <Player
        mediaRef={media}
        src={fileUrl ?? undefined}
        poster={playback.posterUrl ?? undefined}
        title={title}
        keys="page"
        onRetry={onRefresh}
        {...(playback.width && playback.height && { aspect: playback.width / playback.height })}
      />
      {making && (
        <output className="numerals mt-2 block text-sm text-soft">
          Watch while the rest is being prepared: {formatPercent(Math.floor(playback.prepared * 100))}
        </output>
      )}
    </>
  );
}

/** Addresses are signed anew with every reply; the one that plays stays as long as the video is the same. */
function usePinned(url: string | null, videoId: string): string | null {
  const [pinned, setPinned] = useState({ url, videoId });
  if (pinned.videoId !== videoId || (pinned.url === null && url !== null)) setPinned({ url, videoId });
  return pinned.videoId === videoId ? (pinned.url ?? url) : url;
}

/** When the finished file takes the playlist's place, watching goes on where it was. */
function useKeepPosition(media: React.RefObject<HTMLVideoElement | null>, fileUrl: string | null): void {
  const last = useRef({ seconds: 0, playing: false });
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const remember = () => {
      last.current = { seconds: element.currentTime, playing: !element.paused };
    };
    element.addEventListener("timeupdate", remember);
    element.addEventListener("pause", remember);
    return () => {
      element.removeEventListener("timeupdate", remember);
      element.removeEventListener("pause", remember);
    };
  }, [media]);
  useEffect(() => {
    const element = media.current;
    const { seconds, playing } = last.current;
    if (!element || !fileUrl || seconds === 0) return;
    const restore = () => {
      element.currentTime = seconds;
      if (playing) void element.play().catch(() => undefined);
    };
    element.addEventListener("loadedmetadata", restore, { once: true });
    return () => element.removeEventListener("loadedmetadata", restore);
  }, [media, fileUrl]);
}
