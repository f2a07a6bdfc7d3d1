import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";

import { latestStates, listUnsent } from "#core/web/synced-list.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { useTimecode } from "#modules/media/web/public/use-timecode.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import type { Preview } from "#modules/review/contract/versions.ts";

import { asComment, commentOutbox } from "./comment-outbox.ts";
import { type FrameLabel, frameLabels } from "./comment-time.ts";
import type { CommentedVersion } from "./public/review-session.tsx";
import { changedCommentsQuery, commentsQuery } from "./queries.ts";
import { type Comments, type ListedComment, groupThreads } from "./threads.ts";

const noMembers: readonly PersonCard[] = [];

/**
 * The comments on a version with those that are not sent yet, from one cached list for all parts of a screen, which
 * `CommentUpdates` keeps up to date. Without a version that can be commented on, none.
 */
export function useComments(commented: CommentedVersion | null): Comments {
  const taskId = commented?.preview.taskId ?? 0;
  const version = commented?.version ?? 0;
  const loaded = useInfiniteQuery({ ...commentsQuery(taskId, version), enabled: commented !== null });
  const { data: list } = useQuery(changedCommentsQuery(taskId, version));
  const changed = useSyncExternalStore(list.subscribe, list.changed);
  const pages = loaded.data?.pages;
  const stored = useMemo(
    () => (pages ? latestStates([...pages.flatMap(({ comments }) => comments), ...changed]) : []),
    [pages, changed],
  );
  const outgoing = commentOutbox.useEntries();
  const { id: userId, name, profileImgUrl } = commented?.user ?? { id: 0, name: "", profileImgUrl: "" };
  const threads = useMemo(() => {
    const written = outgoing.filter(
      (entry) => entry.userId === userId && entry.taskId === taskId && entry.version === version,
    );
    const unsent = listUnsent(written, stored).map((entry): ListedComment =>
      Object.assign(asComment(entry, { id: userId, name, profileImgUrl }), { outgoing: entry }),
    );
    return groupThreads([...stored, ...unsent]);
  }, [stored, outgoing, taskId, version, userId, name, profileImgUrl]);
  const { refetch } = loaded;
  return {
    threads,
    members: pages?.[0]?.members ?? noMembers,
    complete: pages !== undefined && !loaded.hasNextPage,
    error: useLoadingError(loaded),
    loading: loaded.isFetching,
    retry: useCallback(() => void refetch(), [refetch]),
    put: list.store,
  };
}

/** Names the frames of a version. */
export function useFrameLabel({ version, playback }: Pick<Preview, "version" | "playback">): FrameLabel {
  const rate = version?.rate ?? null;
  const { timecodeOf } = useTimecode({ rate, startTimecode: playback?.startTimecode ?? null });
  return useMemo(() => (rate ? timecodeOf : frameLabels(null)), [rate, timecodeOf]);
}
