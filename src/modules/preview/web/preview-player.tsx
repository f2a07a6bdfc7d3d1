import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router";

import { VideoPlayer, type VideoPlayerProps } from "#modules/media/web/video-player.tsx";
import type { Preview } from "#modules/review/contract.ts";
import { compareParameter } from "#modules/review/rules.ts";
import { lazySection } from "#ui/lazy-section.tsx";

import { ComparisonSkeleton } from "./comparison-skeleton.tsx";

const ComparedVersions = lazySection(
  async () => (await import("./compare/compared-versions.tsx")).ComparedVersions,
  ComparisonSkeleton,
);

/** Plays the version, or compares it with another one at `?version=3&compare=2`, which stays on the displayed frame. */
export function PreviewPlayer({ preview, ...player }: VideoPlayerProps & { preview: Preview }) {
  const [search, setSearch] = useSearchParams();
  const number = preview.version?.number;
  const text = search.get(compareParameter) ?? "";
  const other = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  const isWatchable = Boolean(player.playback.fileUrl ?? player.playback.playlistUrl);
  const compares = isWatchable && other !== null && number !== undefined && other !== number;
  const position = useRef<number | null>(null);
  const { onFrame } = player;
  const noteFrame = useCallback(
    (frame: number) => {
      position.current = frame;
      onFrame?.(frame);
    },
    [onFrame],
  );
  const shared = { ...player, onFrame: noteFrame };
  if (!compares) return <VideoPlayer {...shared} />;
  const close = () => {
    const next = new URLSearchParams(search);
    next.delete(compareParameter);
    if (position.current !== null) next.set("frame", String(position.current));
    setSearch(next);
  };
  return (
    <ComparedVersions
      {...shared}
      preview={preview}
      version={number}
      other={other}
      position={position}
      onClose={close}
    />
  );
}
