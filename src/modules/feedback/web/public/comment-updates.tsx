import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { useRealtime } from "#core/web/realtime.ts";
import { useSyncedList } from "#core/web/use-synced-list.ts";
import { type Comment, comment as commentSchema } from "#modules/feedback/contract/comments.ts";
import { commentChanged, commentsChanged } from "#modules/feedback/realtime-messages.ts";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import { usePageKeys } from "#ui/use-page-keys.ts";

import { commentTime, type FrameLabel } from "../comments/comment-time.ts";
import { showComment, stepToComment } from "../comments/selection.ts";
import { useLinkedComment } from "../comments/use-linked-comment.ts";
import { changedCommentsQuery, commentsQuery } from "../queries.ts";
import { useReviewSession } from "./review-session.tsx";
import type { CommentedVersion } from "./use-commented-version.ts";

export const commentShortcuts: readonly Shortcut[] = [
  { keys: ["P", "N"], label: "Previous or next comment" },
  { keys: ["C"], label: "Write a comment" },
  { keys: ["Ctrl Enter"], label: "Send the comment" },
];

/**
 * Keeps the comments on a version up to date while its screen is open, announces new ones, opens the one that the URL names, and
 * handles the shortcuts. Renders announcements only.
 */
export function CommentUpdates(props: CommentedVersion) {
  const { user, comments, frameLabel } = props;
  const session = useReviewSession();
  const [announcement, setAnnouncement] = useState("");
  useUpdates(props, (comment) => {
    if (comment.author.id !== user.id) setAnnouncement(announcementText(comment, frameLabel));
  });
  useLinkedComment(comments, (id) => showComment(session, props, id));
  usePageKeys({
    n: () => stepToComment(session, props, 1),
    p: () => stepToComment(session, props, -1),
    c: () => document.getElementById(session.inputId)?.focus(),
  });
  return <output className="sr-only">{announcement}</output>;
}

/** Loads all pages and receives all changes, which are numbered per task. `onNew` is called for new comments and replies. */
function useUpdates(
  { preview: { taskId }, version }: CommentedVersion,
  onNew: (comment: Comment) => void,
): void {
  const loaded = useInfiniteQuery(commentsQuery(taskId, version));
  const { data: list } = useQuery(changedCommentsQuery(taskId, version));
  const pages = loaded.data?.pages;
  const [isCached] = useState(pages !== undefined);
  const changed = useSyncedList(list, pages?.[0]?.change);
  useEffect(() => {
    // Of a screen that was left: what has changed since is missing.
    if (isCached) list.catchUp();
  }, [isCached, list]);
  useRealtime(commentChanged, (message) => {
    if (message.taskId === taskId) list.receive(commentSchema.parse(message.comment));
  });
  useRealtime(commentsChanged, ({ taskId: changedTask, change }) => {
    if (changedTask === taskId) list.catchUp(change);
  });
  const [announced] = useState(() => new Set(changed.map(({ id }) => id)));
  const announce = useEffectEvent((comments: readonly Comment[]) => {
    const first = new Set(pages?.flatMap((page) => page.comments.map(({ id }) => id)));
    for (const comment of comments) {
      const isNew = !announced.has(comment.id) && !first.has(comment.id) && !comment.deleted;
      announced.add(comment.id);
      if (isNew) onNew(comment);
    }
  });
  useEffect(() => announce(changed), [changed]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = loaded;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
}

function announcementText(comment: Comment, frameLabel: FrameLabel): string {
  const kind = comment.parentId === null ? "comment" : "reply";
  return `New ${kind} by ${comment.author.name} at ${commentTime(comment, frameLabel)}`;
}
