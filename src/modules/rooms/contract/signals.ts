import { z } from "zod";

import { drawing } from "#modules/feedback/contract/drawing.ts";

const share = z.number().min(0).max(1);

/** Largest signal as JSON, in characters. Drawings with more details are seen when they are posted. */
export const maxSignalLength = 32 * 1024;

/** Movement of the pointer over the picture since the last signal: milliseconds since its first point, x and y as shares; `pressed` draws the laser. */
const pointer = z.object({
  kind: z.literal("pointer"),
  points: z
    .array(z.tuple([z.number().int().min(0).max(2000), share, share]))
    .min(1)
    .max(40),
  pressed: z.boolean(),
});
/** Number of a version and one of its frames. */
const place = { version: z.number().int().positive(), frame: z.number().int().min(0) };
/** The frame that a participant who doesn't follow displays. */
const displayedFrame = z.object({ kind: z.literal("frame"), ...place });
const drawingSignal = { kind: z.literal("drawing"), ...place };

/** Something that is shown to the other participants for a moment and never stored. */
export const signal = z
  .discriminatedUnion("kind", [
    pointer,
    displayedFrame,
    /** The drawing that the participant is making, complete each time; null when it was posted or discarded. */
    z.object({ ...drawingSignal, shapes: drawing.shape.shapes.nullable() }),
  ])
  .refine(
    (value) => JSON.stringify(value).length <= maxSignalLength,
    "This drawing has too many details to show it while it is made.",
  );
export type Signal = z.output<typeof signal>;
