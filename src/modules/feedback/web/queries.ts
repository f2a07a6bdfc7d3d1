import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { createSyncedList, type LoadChanges } from "#core/web/synced-list.ts";

import { type Comment, feedbackEndpoints } from "../contract/comments.ts";
import { checklistKey, commentsKey } from "./query-keys.ts";

/** Loads a page of comments after a sequence until there is no next one. */
export async function allPages<P extends { next: number | null }>(
  load: (after: number) => Promise<P>,
): Promise<[P, ...P[]]> {
  const pages: [P, ...P[]] = [await load(0)];
  for (let { next } = pages[0]; next !== null;) {
    const page: P = await load(next);
    pages.push(page);
    next = page.next;
  }
  return pages;
}

/** Small enough to parse without a noticeable pause of the player. */
const pageSize = 200;

/** Pages of the comments and replies on a version, oldest first. Realtime messages update them instead of refetching. */
export function commentsQuery(taskId: number, version: number) {
  return infiniteQueryOptions({
    queryKey: [...commentsKey, taskId, version],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(
          feedbackEndpoints.comments,
          { params: { id: taskId }, query: { version, after: pageParam, limit: pageSize } },
          { signal },
        )
      ).data,
    getNextPageParam: (page) => page.next,
    staleTime: "static",
  });
}

/** The changes of these comments since they were loaded: one list, which all parts of a screen read and change. */
export function changedCommentsQuery(taskId: number, version: number) {
  const newList = () =>
    createSyncedList(commentChanges(taskId), (comment: Comment) => comment.version === version);
  return queryOptions({
    queryKey: [...commentsKey, taskId, version, "changed"],
    queryFn: newList,
    initialData: newList,
    // Only messages and the user's own changes fill it.
    enabled: false,
  });
}

/** Changes of the comments on all versions of a task. */
function commentChanges(taskId: number): LoadChanges<Comment> {
  return async (after) => {
    const input = { params: { id: taskId }, query: { after, limit: pageSize } };
    const { comments, ...rest } = (await call(feedbackEndpoints.commentChanges, input)).data;
    return { items: comments, ...rest };
  };
}

/** The comments of earlier versions that a version has to answer. */
export function checklistQuery(taskId: number, version: number) {
  return queryOptions({
    queryKey: [...checklistKey, taskId, version],
    queryFn: ({ signal }) =>
      allPages(async (after) => {
        const query = { version, after, limit: pageSize };
        const input = { params: { id: taskId }, query };
        return (await call(feedbackEndpoints.checklist, input, { signal })).data;
      }).then((pages) => ({
        comments: pages.flatMap(({ comments }) => comments),
        rates: pages.flatMap(({ rates }) => rates),
      })),
  });
}
