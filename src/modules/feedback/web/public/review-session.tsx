import { createContext, type ReactNode, type RefObject, use, useId, useMemo, useRef, useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";

import { type Guides, noGuides } from "#modules/media/contract/guides.ts";
import { type PictureView, wholePicture } from "#modules/media/contract/picture-view.ts";
import type { FrameRange } from "#modules/media/rules/frames.ts";
import { readGuides, storeGuides } from "#modules/media/web/public/stored-guides.ts";
import type { VideoPlayerHandle } from "#modules/media/web/public/use-player-controls.ts";
import type { ViewControl } from "#modules/media/web/public/view-control.ts";
import { type ComparisonView, firstComparisonView } from "#modules/review/rules/comparison.ts";

import { type Filter, noFilter } from "../comments/comment-filter.ts";
import { changeLoop, createDraftStore, type DraftStore } from "../composer/draft-store.ts";

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

/** State that the player, the drawing over the picture and the panel of a review share, and that no server knows. */
export interface ReviewState {
  /** The displayed frame; null before the first one. */
  frame: number | null;
  /** The loop of the player, which becomes the range of a new comment. */
  loop: FrameRange | null;
  selectedId: string | null;
  /** The comment to scroll to; a new object scrolls again. */
  scrollTo: { id: string } | null;
  filter: Filter;
  form: OpenForm | null;
  edited: EditedComment | null;
  /** The displayed part of the picture, also of both pictures of a comparison. */
  view: PictureView;
  /** The view that was applied by selecting a comment; the user has not changed it while `view` is the same object. */
  commentView: PictureView | null;
  /** Width and height in pixels of the picture that `view` is of; null before the first one. */
  viewedSize: string | null;
  /** Lines over the picture. `setGuides` also remembers them. */
  guides: Guides;
  /** The choices in a comparison of versions; those of the next one begin at the usual ones. */
  comparison: ComparisonView;
  /** Another user controls the player until `unfollow` is called; null while this one does. */
  leader: { unfollow: () => void } | null;
}

/** The state of a review outside of React, because it changes with every frame. Read it with `useReview`. */
export interface ReviewSession extends StoreApi<ReviewState> {
  /** The player; its current is null while there is no video to watch. */
  player: RefObject<VideoPlayerHandle | null>;
  /** The new comment. */
  draft: DraftStore;
  /** Id of its text area. */
  inputId: string;
  /** Of the guides in this browser's storage. */
  guidesKey: string;
}

const SessionContext = createContext<ReviewSession | null>(null);

interface ReviewSessionProps {
  /** Of the new comment in this browser's storage. */
  draftKey: string;
  /** The task or review link, for which this browser remembers the guides. Stays the same. */
  guidesKey: string;
  children: ReactNode;
}

/** Provides the state of a review to its screen. Another `draftKey` changes the new comment only. */
export function ReviewSession({ draftKey, guidesKey, children }: ReviewSessionProps) {
  const inputId = useId();
  const [store] = useState(() => createReviewStore(readGuides(guidesKey)));
  const player = useRef<VideoPlayerHandle>(null);
  const session = useMemo(
    () => ({ ...store, player, inputId, draft: createDraftStore(draftKey), guidesKey }),
    [store, inputId, draftKey, guidesKey],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function createReviewStore(guides: Guides = noGuides): StoreApi<ReviewState> {
  return createStore<ReviewState>(() => ({
    frame: null,
    loop: null,
    selectedId: null,
    scrollTo: null,
    filter: { ...noFilter, status: "open" },
    form: null,
    edited: null,
    view: wholePicture,
    commentView: null,
    viewedSize: null,
    guides,
    comparison: firstComparisonView,
    leader: null,
  }));
}

/** The view of a session for its player. */
export function viewControl({ getState, setState, subscribe }: StoreApi<ReviewState>): ViewControl {
  return {
    get: () => getState().view,
    set: (view) => setState({ view }),
    subscribe: (listen) =>
      subscribe((state, before) => {
        if (state.view !== before.view) listen();
      }),
  };
}

/** The view stays the same in another picture of this size, and returns to the whole picture in one of another size. */
export function keepView({ getState, setState }: StoreApi<ReviewState>, width: number, height: number): void {
  const { viewedSize } = getState();
  const size = `${width} ${height}`;
  if (size === viewedSize) return;
  setState({ viewedSize: size, ...(viewedSize !== null && { view: wholePicture }) });
}

/** Displays the part of the picture that a comment opens with; without one, ends that of the last comment but not one that the user has chosen. */
export function showCommentView(
  { getState, setState }: StoreApi<ReviewState>,
  view: PictureView | null,
): void {
  const { view: displayed, commentView } = getState();
  if (view) setState({ view, commentView: view });
  else if (displayed === commentView) setState({ view: wholePicture, commentView: null });
}

/** The player of the session has appeared, or is replaced. */
export function attachPlayer({ player }: ReviewSession, attached: VideoPlayerHandle | null): void {
  player.current = attached;
}

/** The user has set or cleared the loop of the player. */
export function setLoop({ setState, draft }: ReviewSession, loop: FrameRange | null): void {
  setState({ loop });
  changeLoop(draft, loop);
}

/** The user has chosen other guides. */
export function setGuides({ setState, guidesKey }: ReviewSession, guides: Guides): void {
  setState({ guides });
  storeGuides(guidesKey, guides);
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
