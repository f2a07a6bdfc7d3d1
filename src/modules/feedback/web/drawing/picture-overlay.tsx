import { lazy, type ReactNode } from "react";
import { useStore } from "zustand";

import { LoadBoundary } from "#ui/load-boundary.tsx";

import type { DraftStore } from "../composer/draft-store.ts";
import { DrawingView } from "../public/drawing-view.tsx";
import { useReview, useReviewSession } from "../public/review-session.tsx";

const DrawingLayer = lazy(async () => ({ default: (await import("./drawing-layer.tsx")).DrawingLayer }));

interface PictureOverlayProps {
  aspect: number;
  /** Shown while no drawing is being made on the displayed frame. */
  children: ReactNode;
}

/** The drawing that is being made, while its frame is displayed. */
export function PictureOverlay({ aspect, children }: PictureOverlayProps) {
  const session = useReviewSession();
  const edited = useReview((state) => state.edited);
  const { draft, inputId } = edited ?? session;
  const inFrame = useStore(draft, (state) => state.inFrame);
  const isUsed = useStore(draft, (state) => state.tool !== null);
  const isDrawn = useStore(draft, (state) => state.shapes.length > 0);
  const isDisplayed = useReview(({ frame }) => frame !== null && frame === inFrame);
  const drafted = <DraftedDrawing draft={draft} aspect={aspect} />;
  if (isDisplayed && isUsed) {
    return (
      <LoadBoundary fallback={drafted}>
        <DrawingLayer
          draft={draft}
          aspect={aspect}
          onLeave={() => document.getElementById(inputId)?.focus()}
        />
      </LoadBoundary>
    );
  }
  return isDisplayed && isDrawn ? drafted : children;
}

function DraftedDrawing({ draft, aspect }: { draft: DraftStore; aspect: number }) {
  const shapes = useStore(draft, (state) => state.shapes);
  return <DrawingView shapes={shapes} aspect={aspect} label="Your drawing" />;
}
