import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { createSyncedList, latestStates, unsentOf } from "#core/web/synced-list.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { useSyncedList } from "#core/web/use-synced-list.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";

import { type Comment, comment as commentSchema } from "../contract/comments.ts";
import { commentChanged, commentsChanged } from "../realtime-messages.ts";
import { asComment, commentOutbox } from "./comment-outbox.ts";
import { useReviewSession } from "./public/review-session.tsx";
import { commentChanges, commentsQuery } from "./queries.ts";
import { type Comments, type ListedComment, threadsOf } from "./threads.ts";

const noMembers: readonly PersonCard[] = [];

interface UseCommentsOptions {
  taskId: number;
  version: number;
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  /** Called for new comments and replies on this version. */
  onNew: (comment: Comment) => void;
}

/** Loads the comments on a version into the review session, with those that are not sent yet. All changes of the task are numbered. */
export function useComments({ taskId, version, user, onNew }: UseCommentsOptions): Comments {
  const { setState } = useReviewSession();
  const loaded = useInfiniteQuery(useMemo(() => commentsQuery(taskId, version), [taskId, version]));
  const pages = loaded.data?.pages;
  const list = useMemo(
    () => createSyncedList(commentChanges(taskId), (comment) => comment.version === version),
    [taskId, version],
  );
  const changed = useSyncedList(list, pages?.[0]?.change);
  useRealtime(commentChanged, (message) => {
    if (message.taskId === taskId) list.receive(commentSchema.parse(message.comment));
  });
  useRealtime(commentsChanged, ({ taskId: changedTask, change }) => {
    if (changedTask === taskId) list.catchUp(change);
  });
  const [announced] = useState(() => new Set<string>());
  const announce = useEffectEvent((comments: readonly Comment[]) => {
    const known = new Set(pages?.flatMap((page) => page.comments.map(({ id }) => id)));
    for (const comment of comments) {
      const isNew = !announced.has(comment.id) && !known.has(comment.id) && !comment.deleted;
      announced.add(comment.id);
      if (isNew) onNew(comment);
    }
  });
  useEffect(() => announce(changed), [changed]);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = loaded;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const outgoing = commentOutbox.useEntries();
  const { id: userId, name, profileImgUrl } = user;
  const stored = useMemo(
    () => (pages ? latestStates([...pages.flatMap(({ comments }) => comments), ...changed]) : []),
    [pages, changed],
  );
  const threads = useMemo(() => {
    const own = outgoing.filter(
      (entry) => entry.userId === userId && entry.taskId === taskId && entry.version === version,
    );
    const unsent = unsentOf(own, stored).map((entry): ListedComment =>
      Object.assign(asComment(entry, { id: userId, name, profileImgUrl }), { outgoing: entry }),
    );
    return threadsOf([...stored, ...unsent]);
  }, [stored, outgoing, taskId, version, userId, name, profileImgUrl]);

  const { refetch } = loaded;
  const retry = useCallback(() => void refetch(), [refetch]);
  const members = pages?.[0]?.members ?? noMembers;
  const complete = pages !== undefined && !hasNextPage;
  const error = useLoadingError(loaded);
  const loading = loaded.isFetching;
  const put = list.store;
  const comments = useMemo(
    () => ({ threads, members, complete, error, loading, retry, put }),
    [threads, members, complete, error, loading, retry, put],
  );
  useLayoutEffect(() => setState({ comments }), [setState, comments]);
  return comments;
}
