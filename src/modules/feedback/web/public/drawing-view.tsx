import { memo } from "react";

import { drawingHeight, drawnShape, type Shape } from "#modules/feedback/rules/drawing-paths.ts";

interface DrawingViewProps {
  shapes: readonly Shape[];
  /** Width of the picture divided by its height. */
  aspect: number;
  /** Accessible name. */
  label: string;
}

/** A drawing over a picture of the same size. */
export const DrawingView = memo(function DrawingView({ shapes, aspect, label }: DrawingViewProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> can't contain these shapes.
      role="img"
      aria-label={label}
      data-hides-play
      data-saved-with-frame
      viewBox={`0 0 ${drawingHeight * aspect} ${drawingHeight}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full drop-shadow-[0_0_1.5px_rgb(0_0_0/0.8)]"
    >
      {shapes.map((shape, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Shapes are only appended or removed at the end.
        <ShapeView key={index} shape={shape} aspect={aspect} />
      ))}
    </svg>
  );
});

function ShapeView({ shape, aspect }: { shape: Shape; aspect: number }) {
  const drawn = drawnShape(shape, aspect);
  if (drawn.kind === "path") {
    return (
      <path
        d={drawn.d}
        fill="none"
        stroke={drawn.color}
        strokeWidth={drawn.strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    );
  }
  return (
    <text fill={drawn.color} fontSize={drawn.fontSize} fontWeight={600} className="font-sans">
      {drawn.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines have no other identity.
        <tspan key={index} x={drawn.x} y={drawn.y + index * drawn.fontSize * 1.15}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
