import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import { latestStates, listUnsent } from "#core/web/synced-list.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { countComments } from "#modules/feedback/rules/comment-counts.ts";
import { mayComment } from "#modules/feedback/rules/comments.ts";
import type { User } from "#modules/people/contract/people.ts";
import type { Preview } from "#modules/review/contract/versions.ts";

import { asComment, commentOutbox } from "../comments/comment-outbox.ts";
import type { FrameLabel } from "../comments/comment-time.ts";
import { type Comments, groupThreads, type ListedComment } from "../comments/threads.ts";
import { useFrameLabel } from "../comments/use-frame-label.ts";
import { changedCommentsQuery, checklistQuery, commentsQuery } from "../queries.ts";

/** A version that can be commented on, its reader, and its comments. */
export interface CommentedVersion {
  preview: Preview;
  version: number;
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  comments: Comments;
  /** Of the version. */
  frameLabel: FrameLabel;
}

/**
 * The displayed version with its comments, also those that are not sent yet: read once per screen, which passes them to its parts.
 * `CommentUpdates` keeps them up to date. Null while the version can't be commented on.
 */
export function useCommentedVersion(
  preview: Preview,
  user: CommentedVersion["user"] | null | undefined,
): CommentedVersion | null {
  const { taskId, playback } = preview;
  const rate = preview.version?.rate ?? null;
  const frameLabel = useFrameLabel({ rate, startTimecode: playback?.startTimecode ?? null });
  const version = preview.version && mayComment(preview.version.state) ? preview.version.number : null;
  const isRead = Boolean(user) && version !== null;
  const loaded = useInfiniteQuery({ ...commentsQuery(taskId, version ?? 0), enabled: isRead });
  const hasRequests = isRead && version !== null && version > 1;
  const carriedOver = useQuery({ ...checklistQuery(taskId, version ?? 0), enabled: hasRequests });
  const { data: list } = useQuery(changedCommentsQuery(taskId, version ?? 0));
  const changed = useSyncExternalStore(list.subscribe, list.changed);
  const pages = loaded.data?.pages;
  const stored = useMemo(
    () => (pages ? latestStates([...pages.flatMap(({ comments }) => comments), ...changed]) : []),
    [pages, changed],
  );
  const outgoing = commentOutbox.useEntries();
  const threads = useMemo(() => {
    if (!user) return [];
    const written = outgoing.filter(
      (entry) => entry.userId === user.id && entry.taskId === taskId && entry.version === version,
    );
    const unsent = listUnsent(written, stored).map((entry): ListedComment =>
      Object.assign(asComment(entry, user), { outgoing: entry }),
    );
    return groupThreads([...stored, ...unsent]);
  }, [stored, outgoing, taskId, version, user]);
  const requested = carriedOver.data?.comments;
  const requests = useMemo(
    () => groupThreads(requested ?? []).sort((a, b) => a.comment.version - b.comment.version),
    [requested],
  );
  const complete = pages !== undefined && !loaded.hasNextPage;
  const counts = useMemo(() => {
    if (!complete || (hasRequests && !requested)) return null;
    return countComments([...requests, ...threads].map(({ comment }) => comment));
  }, [complete, hasRequests, requested, requests, threads]);
  const loadingError = useLoadingError(loaded);
  const requestsError = useLoadingError(carriedOver);
  if (!user || version === null) return null;
  const comments = {
    threads,
    requests,
    rates: carriedOver.data?.rates ?? noRates,
    counts,
    members: pages?.[0]?.members ?? noMembers,
    complete,
    error: loadingError ?? requestsError,
    awaitsRequests: carriedOver.isLoading,
    loading: loaded.isFetching || carriedOver.isFetching,
    retry: () => {
      if (loadingError) void loaded.refetch();
      if (requestsError) void carriedOver.refetch();
    },
    put: list.store,
  };
  return { preview, version, user, comments, frameLabel };
}

const noMembers: readonly [] = [];
const noRates: readonly [] = [];
