import { expect, it, vi } from "vitest";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { sampleComment } from "#testing/web/sample-preview.ts";

import { createEditStore } from "../composer/draft-store.ts";
import { createReviewStore } from "../public/review-session.tsx";
import { noFilter } from "./comment-filter.ts";
import { selectComment, showComment, showNewComment, stepToComment } from "./selection.ts";
import { groupThreads } from "./threads.ts";

const resolved = { by: "meera", at: sampleComment.createdAt };
const comments: Comment[] = [
  { ...sampleComment, id: "herons", inFrame: 10, outFrame: 10, sequence: 1 },
  { ...sampleComment, id: "boats", inFrame: 20, outFrame: 20, sequence: 2, resolved },
  { ...sampleComment, id: "tide", inFrame: 30, outFrame: 30, sequence: 3 },
];

const commented = { comments: { threads: groupThreads(comments) }, user: { id: 1 } };

/** A review whose list shows open comments, at frame 10. */
function startReview() {
  const seek = vi.fn<(frame: number) => void>();
  const ignore = () => undefined;
  const player = { currentFrame: () => 10, pause: ignore, loop: ignore, startLoop: ignore, endLoop: ignore };
  const session = {
    ...createReviewStore(),
    player: { current: { ...player, seek } },
    draft: createEditStore({ text: "", inFrame: 0, outFrame: 0, drawing: null }),
    inputId: "input",
    guidesKey: "12",
  };
  session.setState({ selectedId: "herons" });
  return { session, seek };
}

it("shows a comment that is filtered out by clearing the filter", () => {
  const { session, seek } = startReview();
  showComment(session, commented, "boats");
  expect(session.getState()).toMatchObject({
    selectedId: "boats",
    scrollTo: { id: "boats" },
    filter: noFilter,
  });
  expect(seek).toHaveBeenCalledExactlyOnceWith(20);
});

it("keeps the filter for a comment that matches, and for one that is selected in the list", () => {
  const { session } = startReview();
  const { filter } = session.getState();
  showComment(session, commented, "tide");
  selectComment(session, { id: "herons", inFrame: 10, view: null });
  expect(session.getState()).toMatchObject({ selectedId: "herons", scrollTo: { id: "tide" }, filter });
});

it("shows a new comment without the filters that would hide it", () => {
  const { session } = startReview();
  session.setState({ filter: { ...noFilter, status: "resolved" } });
  showNewComment(session, "new");
  expect(session.getState().filter).toEqual(noFilter);
  session.setState({ filter: { ...noFilter, status: "open", search: "boats" } });
  showNewComment(session, "new");
  expect(session.getState().filter).toEqual({ ...noFilter, status: "open" });
});

it("steps to the next comment that matches the filter, in the order of the frames", () => {
  const { session, seek } = startReview();
  session.setState({ filter: { ...noFilter, status: "open", sort: "newest" } });
  stepToComment(session, commented, 1);
  expect(session.getState().selectedId).toBe("tide");
  expect(seek).toHaveBeenCalledExactlyOnceWith(30);
});
