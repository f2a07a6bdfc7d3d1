import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { AppError } from "#core/error.ts";
import { closeRealtime, isRealtimeConnected, openRealtime, useRealtime } from "#core/web/realtime.ts";
import { guestComment } from "#modules/feedback/contract/guests.ts";
import { guestCommentChanged, guestCommentsChanged } from "#modules/feedback/realtime-messages.ts";
import { guestSocketPath } from "#modules/feedback/rules/guests.ts";

import { catchUpGuestComments, guestCommentsQuery, receiveGuestComment } from "../guests/queries.ts";

/** Interval at which changes are requested while messages don't arrive and the page is visible, in milliseconds. */
const pollEvery = 3000;

/** Keeps the comments of a guest's page up to date while it is open. Calls `onEnd` when the link can't be used any more. */
export function useGuestUpdates(linkId: string, onEnd: () => void): void {
  const queries = useQueryClient();
  const path = guestSocketPath(linkId);
  useEffect(() => {
    openRealtime(() => ({ guestLink: linkId }), path);
    return () => closeRealtime(path);
  }, [linkId, path]);
  useRealtime(guestCommentChanged, ({ comment }) =>
    receiveGuestComment(queries, linkId, guestComment.parse(comment)),
  );
  useRealtime(guestCommentsChanged, ({ change }) => catchUpGuestComments(queries, linkId, change));
  const { error } = useQuery({
    ...guestCommentsQuery(linkId, queries),
    // Decided after each response, of which there is one after each connection and each refusal.
    refetchInterval: () => !isRealtimeConnected(path) && pollEvery,
  });
  const hasEnded = error instanceof AppError && error.status === 401;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
}
