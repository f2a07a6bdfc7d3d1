import { type Dispatch, type RefObject, type SetStateAction, useMemo, useState } from "react";

import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";

import { type Filter, filterThreads, neighbour, noFilter, type Thread } from "./threads.ts";
import { useStable } from "./use-stable.ts";

interface SelectionOptions {
  threads: readonly Thread[];
  readerId: number;
  player: RefObject<VideoPlayerHandle | null>;
}

export interface Selection {
  filter: Filter;
  setFilter: Dispatch<SetStateAction<Filter>>;
  /** The comments that match the filter. */
  shown: readonly Thread[];
  selectedId: string | null;
  /** The comment to scroll to. */
  scrollTo: { id: string } | null;
  /** Selects a comment and seeks to its frame. */
  select: (id: string) => void;
  /** Selects a comment that may be filtered out or scrolled away. */
  show: (id: string) => void;
  /** Selects a new comment, whose frame is displayed. */
  showNew: (id: string) => void;
  /** Selects the next or previous comment in the order of the frames. */
  step: (direction: 1 | -1) => void;
}

/** Which comments of a version are shown, and which of them is selected. */
export function useSelection({ threads, readerId, player }: SelectionOptions): Selection {
  const [filter, setFilter] = useState<Filter>({ ...noFilter, status: "open" });
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [scrollTo, setScrollTo] = useState<{ id: string } | null>(null);
  const shown = useMemo(() => filterThreads(threads, filter, readerId), [threads, filter, readerId]);

  const select = useStable((id: string) => {
    setSelectedId(id);
    const thread = threads.find(({ comment }) => comment.id === id);
    if (thread) player.current?.seek(thread.comment.inFrame);
  });
  const show = useStable((id: string) => {
    select(id);
    setScrollTo({ id });
    if (!shown.some(({ comment }) => comment.id === id)) setFilter(noFilter);
  });
  const step = useStable((direction: 1 | -1) => {
    const frame = player.current?.currentFrame() ?? 0;
    const inOrder = filterThreads(threads, { ...filter, sort: "frame" }, readerId);
    const next = neighbour(inOrder, { frame, selectedId }, direction);
    if (next) show(next.comment.id);
  });
  const showNew = useStable((id: string) => {
    setSelectedId(id);
    setScrollTo({ id });
    setFilter((before) => (before.status === "resolved" ? noFilter : { ...before, search: "" }));
  });
  return useMemo(
    () => ({ filter, setFilter, shown, selectedId, scrollTo, select, show, showNew, step }),
    [filter, shown, selectedId, scrollTo, select, show, showNew, step],
  );
}
