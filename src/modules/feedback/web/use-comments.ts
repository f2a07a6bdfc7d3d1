import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";

import { call } from "#core/web/client.ts";
import { onMissed } from "#core/web/realtime-listeners.ts";
import { useRealtime } from "#core/web/realtime.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { PersonCard, User } from "#modules/people/contract.ts";

import { feedbackEndpoints, type Comment, comment as commentSchema } from "../contract.ts";
import { commentChanged, commentsChanged } from "../realtime-messages.ts";
import { asComment, commentOutbox } from "./comment-outbox.ts";
import { useReviewSession } from "./public/review-session.tsx";
import { commentsQuery } from "./queries.ts";
import { allComments, type Comments, type ListedComment, threadsOf, withComment } from "./threads.ts";

const changesAtOnce = 200;
const noMembers: readonly PersonCard[] = [];

interface UseCommentsOptions {
  taskId: number;
  version: number;
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  /** Called for new comments and replies on this version. */
  onNew: (comment: Comment) => void;
}

/**
 * Loads the comments on a version into the review session, with those that are not sent yet. All changes of the task are numbered: a missing number and
 * every new connection request the changes since the last one.
 */
export function useComments({ taskId, version, user, onNew }: UseCommentsOptions): Comments {
  const { setState } = useReviewSession();
  const queries = useQueryClient();
  const options = useMemo(() => commentsQuery(taskId, version), [taskId, version]);
  const list = useInfiniteQuery(options);
  /** Every change up to this one is loaded; null before the first page. */
  const cursor = useRef<number | null>(null);
  const catchingUp = useRef(Promise.resolve());
  const latestOnNew = useRef(onNew);
  useEffect(() => {
    latestOnNew.current = onNew;
  });

  const put = useCallback(
    (comment: Comment) => {
      if (comment.version !== version) return;
      const known = queries.getQueryData(options.queryKey);
      if (!known) return;
      const isNew = known.pages.every(({ comments }) => comments.every(({ id }) => id !== comment.id));
      queries.setQueryData(
        options.queryKey,
        (data) => data && { ...data, pages: withComment(data.pages, comment) },
      );
      if (isNew && !comment.deleted) latestOnNew.current(comment);
    },
    [queries, options, version],
  );

  const catchUp = useCallback(() => {
    const run = async () => {
      for (;;) {
        if (cursor.current === null) return;
        const query = { after: cursor.current, limit: changesAtOnce };
        const { data } = await call(feedbackEndpoints.commentChanges, { params: { id: taskId }, query });
        for (const comment of data.comments) put(comment);
        cursor.current = Math.max(cursor.current, data.change);
        if (!data.more) return;
      }
    };
    // A lost connection ends it; the next connection starts it again.
    catchingUp.current = catchingUp.current.then(run).catch(() => undefined);
  }, [taskId, put]);

  const first = list.data?.pages[0]?.change;
  useEffect(() => {
    cursor.current = first ?? null;
    if (first === undefined) return;
    catchUp();
    return onMissed([commentChanged, commentsChanged], catchUp);
  }, [first, catchUp]);
  useRealtime(commentChanged, (message) => {
    if (message.taskId !== taskId || cursor.current === null) return;
    const comment = commentSchema.parse(message.comment);
    put(comment);
    if (comment.change <= cursor.current + 1) cursor.current = Math.max(cursor.current, comment.change);
    else catchUp();
  });
  useRealtime(commentsChanged, ({ taskId: changedTask, change }) => {
    if (changedTask === taskId && cursor.current !== null && change > cursor.current) catchUp();
  });

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const outgoing = commentOutbox.useEntries();
  const pages = list.data?.pages;
  const { id: userId, name, profileImgUrl } = user;
  const stored = useMemo(() => allComments(pages ?? []), [pages]);
  const threads = useMemo(() => {
    const known = new Set(stored.map(({ id }) => id));
    const unsent = outgoing
      .filter((entry) => entry.userId === userId && entry.taskId === taskId && entry.version === version)
      .filter(({ id }) => !known.has(id))
      .map((entry): ListedComment =>
        Object.assign(asComment(entry, { id: userId, name, profileImgUrl }), { outgoing: entry }),
      );
    return threadsOf([...stored, ...unsent]);
  }, [stored, outgoing, taskId, version, userId, name, profileImgUrl]);

  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  const rate = pages?.[0]?.rates[0]?.rate ?? null;
  const members = pages?.[0]?.members ?? noMembers;
  const complete = pages !== undefined && !hasNextPage;
  const error = useLoadingError(list);
  const loading = list.isFetching;
  const comments = useMemo(
    () => ({ threads, rate, members, complete, error, loading, retry, put }),
    [threads, rate, members, complete, error, loading, retry, put],
  );
  useLayoutEffect(() => setState({ comments }), [setState, comments]);
  return comments;
}
