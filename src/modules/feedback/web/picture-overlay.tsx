import { lazy, type ReactNode, useMemo } from "react";
import { useStore } from "zustand";

import { LoadBoundary } from "#ui/load-boundary.tsx";

import type { DraftStore } from "./draft-store.ts";
import { DrawingView } from "./drawing-view.tsx";
import { useReview, useReviewSession } from "./public/review-session.tsx";

interface DrawingProps {
  draft: DraftStore;
  /** Width of the picture divided by its height. */
  aspect: number;
  /** Returns the focus to the text of the draft. */
  onLeave: () => void;
}

const DrawingLayer = lazy(async () => ({ default: (await import("./drawing-layer.tsx")).DrawingLayer }));

/** The drawing that is being made, or that of the selected comment, while its frame is displayed. */
export function PictureOverlay({ aspect }: { aspect: number }) {
  const { inputId } = useReviewSession();
  const newComment = useReview((state) => state.draft);
  const edited = useReview((state) => state.edited);
  const draft = edited?.draft ?? newComment;
  const leave = () => document.getElementById(edited?.inputId ?? inputId)?.focus();
  const selected = <SelectedDrawing aspect={aspect} />;
  return draft ? (
    <DrawnComment draft={draft} aspect={aspect} onLeave={leave} otherwise={selected} />
  ) : (
    selected
  );
}

function DrawnComment({ otherwise, ...drawn }: DrawingProps & { otherwise: ReactNode }) {
  const inFrame = useStore(drawn.draft, (state) => state.inFrame);
  const isUsed = useStore(drawn.draft, (state) => state.tool !== null);
  const isDrawn = useStore(drawn.draft, (state) => state.shapes.length > 0);
  const isDisplayed = useReview(({ frame }) => frame !== null && frame === inFrame);
  const drafted = <DraftedDrawing {...drawn} />;
  if (isDisplayed && isUsed) {
    return (
      <LoadBoundary fallback={drafted}>
        <DrawingLayer {...drawn} />
      </LoadBoundary>
    );
  }
  return isDisplayed && isDrawn ? drafted : otherwise;
}

function DraftedDrawing({ draft, aspect }: DrawingProps) {
  const shapes = useStore(draft, (state) => state.shapes);
  return <DrawingView shapes={shapes} aspect={aspect} label="Your drawing" />;
}

function SelectedDrawing({ aspect }: { aspect: number }) {
  const threads = useReview(({ comments }) => comments?.threads);
  const id = useReview(({ selectedId, edited }) => (selectedId === edited?.id ? null : selectedId));
  const selected = useMemo(() => threads?.find(({ comment }) => comment.id === id)?.comment, [threads, id]);
  const isDisplayed = useReview(({ frame }) => frame !== null && frame === selected?.inFrame);
  if (!isDisplayed || !selected?.drawing) return null;
  const { drawing, author } = selected;
  return <DrawingView shapes={drawing.shapes} aspect={aspect} label={`Drawing by ${author.name}`} />;
}
