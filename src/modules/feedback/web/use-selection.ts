import { type RefObject, useMemo, useState } from "react";

import type { VideoPlayerHandle } from "#modules/media/web/video-player.tsx";

import { type Filter, filterThreads, neighbour, noFilter, type Thread } from "./threads.ts";
import { useStable } from "./use-stable.ts";

interface SelectionOptions {
  threads: readonly Thread[];
  readerId: number;
  player: RefObject<VideoPlayerHandle | null>;
}

/** Which comments of a version are shown, and which of them is selected. */
export function useSelection({ threads, readerId, player }: SelectionOptions) {
  const [filter, setFilter] = useState<Filter>({ ...noFilter, status: "open" });
  const [selectedId, setSelectedId] = useState<string | null>(null);
  /** The comment to scroll to. */
  const [scrollTo, setScrollTo] = useState<{ id: string } | null>(null);
  const shown = useMemo(() => filterThreads(threads, filter, readerId), [threads, filter, readerId]);

  /** Selects a comment and seeks to its frame. */
  const select = useStable((id: string) => {
    setSelectedId(id);
    const thread = threads.find(({ comment }) => comment.id === id);
    if (thread) player.current?.seek(thread.comment.inFrame);
  });
  /** Selects a comment that may be filtered out or scrolled away. */
  const show = useStable((id: string) => {
    select(id);
    setScrollTo({ id });
    if (!shown.some(({ comment }) => comment.id === id)) setFilter(noFilter);
  });
  const step = (direction: 1 | -1) => {
    const frame = player.current?.currentFrame() ?? 0;
    const inOrder = filterThreads(threads, { ...filter, sort: "frame" }, readerId);
    const next = neighbour(inOrder, { frame, selectedId }, direction);
    if (next) show(next.comment.id);
  };
  /** Selects a new comment, whose frame is displayed. */
  const showNew = useStable((id: string) => {
    setSelectedId(id);
    setScrollTo({ id });
    setFilter((before) => (before.status === "resolved" ? noFilter : { ...before, search: "" }));
  });
  return { filter, setFilter, shown, selectedId, scrollTo, select, show, showNew, step };
}
