import { PenLine } from "lucide-react";

/** Marks a comment that has a drawing. */
export function DrawingMark() {
  return (
    <span title="With a drawing" className="text-soft">
      <PenLine aria-hidden className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">with a drawing</span>
    </span>
  );
}
