import { useStore } from "zustand";

import { lazySection } from "#ui/lazy-section.tsx";

import type { Comment } from "../contract.ts";
import type { DraftStore } from "./draft-store.ts";
import { DrawingView } from "./drawing-view.tsx";
import { type FrameStore, useIsDisplayed } from "./frame-store.ts";

const DrawingLayer = lazySection(
  async () => (await import("./drawing-layer.tsx")).DrawingLayer,
  DraftedDrawing,
);

interface PictureOverlayProps {
  /** The new or edited comment. */
  draft: DraftStore;
  frames: FrameStore;
  selected: Comment | null;
  /** Width of the picture divided by its height. */
  aspect: number;
  /** Returns the focus to the text of the draft. */
  onLeave: () => void;
}

/** The drawing that is being made, or that of the selected comment, while its frame is displayed. */
export function PictureOverlay({ draft, frames, selected, aspect, onLeave }: PictureOverlayProps) {
  const inFrame = useStore(draft, (state) => state.inFrame);
  const tool = useStore(draft, (state) => state.tool);
  const shapes = useStore(draft, (state) => state.shapes);
  const isDrafted = useIsDisplayed(frames, inFrame);
  const isSelected = useIsDisplayed(frames, selected?.inFrame ?? null);
  if (isDrafted && tool !== null) {
    return <DrawingLayer draft={draft} aspect={aspect} onLeave={onLeave} />;
  }
  if (isDrafted && shapes.length > 0) {
    return <DraftedDrawing draft={draft} aspect={aspect} />;
  }
  if (!isSelected || !selected?.drawing) return null;
  return (
    <DrawingView
      shapes={selected.drawing.shapes}
      aspect={aspect}
      label={`Drawing by ${selected.author.name}`}
    />
  );
}

function DraftedDrawing({ draft, aspect }: Pick<PictureOverlayProps, "draft" | "aspect">) {
  const shapes = useStore(draft, (state) => state.shapes);
  return <DrawingView shapes={shapes} aspect={aspect} label="Your drawing" />;
}
