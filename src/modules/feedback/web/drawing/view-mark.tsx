import { ZoomIn } from "lucide-react";

/** Marks a comment that opens with a part of the picture. */
export function ViewMark() {
  return (
    <span title="Opens zoomed in" className="text-soft">
      <ZoomIn aria-hidden className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">opens zoomed in</span>
    </span>
  );
}
