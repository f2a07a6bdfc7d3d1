import { createContext, type ReactNode, type RefObject, use, useId, useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";

import type { FrameRange } from "#modules/media/rules/frames.ts";
import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import type { VideoPlayerHandle } from "#modules/media/web/public/use-player-controls.ts";

import { type Filter, noFilter } from "../comment-filter.ts";
import { type FrameLabel, frameLabels } from "../comment-time.ts";
import type { DraftStore } from "../draft-store.ts";
import type { Comments } from "../threads.ts";

/** A stored comment that is being edited with its drawing. */
export interface EditedComment {
  id: string;
  draft: DraftStore;
  /** Id of the text area, which receives the focus when the user leaves the drawing by keyboard. */
  inputId: string;
}

/** The form that is open in a thread. */
export interface OpenForm {
  commentId: string;
  kind: "reply" | "edit" | "done";
}

/** State that the player, the drawing over the picture and the panel of a review share. */
export interface ReviewState {
  /** The displayed frame; null before the first one. */
  frame: number | null;
  /** The loop of the player, which becomes the range of a new comment. */
  loop: FrameRange | null;
  /** The comments on the timeline. */
  marks: readonly TimelineMark[];
  /** The frame of the comment that the URL names; null without one. */
  linkedFrame: number | null;
  selectedId: string | null;
  /** The comment to scroll to; a new object scrolls again. */
  scrollTo: { id: string } | null;
  /** The comment whose frame is displayed. */
  activeId: string | null;
  filter: Filter;
  form: OpenForm | null;
  /** The new comment; null until comments can be written. */
  draft: DraftStore | null;
  edited: EditedComment | null;
  /** The comments on the displayed version. */
  comments: Comments | null;
  /** The number of open ones; undefined until all are loaded. */
  openComments: number | undefined;
  /** Of the displayed version. */
  nameOf: FrameLabel;
  /** The user, whose own comments a filter can show. */
  readerId: number | null;
}

/** Without comments: before they are loaded, and for versions that can't be commented on. */
export const noComments = {
  marks: [],
  linkedFrame: null,
  activeId: null,
  form: null,
  comments: null,
  openComments: undefined,
  nameOf: frameLabels(null),
} satisfies Partial<ReviewState>;

/** The state of a review outside of React, because it changes with every frame. Read it with `useReview`. */
export interface ReviewSession extends StoreApi<ReviewState> {
  /** The player; its current is null while there is no video to watch. */
  player: RefObject<VideoPlayerHandle | null>;
  /** Id of the text area of a new comment. */
  inputId: string;
}

const SessionContext = createContext<ReviewSession | null>(null);

/**
 * Provides an empty review session to the screen. Parts that are loaded later fill it, so that what is mounted already
 * stays as it is.
 */
export function ReviewSession({ children }: { children: ReactNode }) {
  const inputId = useId();
  const [session] = useState(() => createSession(inputId));
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** A review of which nothing is loaded yet. */
export function createSession(inputId: string): ReviewSession {
  const store = createStore<ReviewState>(() => ({
    ...noComments,
    frame: null,
    loop: null,
    selectedId: null,
    scrollTo: null,
    draft: null,
    edited: null,
    readerId: null,
    filter: { ...noFilter, status: "open" },
  }));
  return { ...store, player: { current: null }, inputId };
}

export function useReviewSession(): ReviewSession {
  const session = use(SessionContext);
  if (!session) throw new Error("There is no review session.");
  return session;
}

/** A part of the session's state; the component renders again when it changes. */
export function useReview<T>(select: (state: ReviewState) => T): T {
  return useStore(useReviewSession(), select);
}
