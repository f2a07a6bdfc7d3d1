import { z } from "zod";

import { isBlank, lineText } from "#core/written-text.ts";

const drawingColors = ["red", "yellow", "green", "blue", "white", "black"] as const;

/** Shapes of a drawing, points of one pen stroke, and characters of one text. */
export const drawingLimits = { shapes: 50, points: 1000, text: 200 } as const;
/** Size of a drawing as JSON. */
export const maxDrawingBytes = 64 * 1024;

const share = z.number().min(0).max(1);
const shares = { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] } as const;
/** Position relative to the picture: [0, 0] is its top left corner, [1, 1] its bottom right one. */
const point = z.tuple([share, share]);

const stroke = {
  color: z.enum(drawingColors),
  /** Width of the line relative to the height of the picture. */
  width: z.number().min(0.001).max(0.05),
};

/** A schema of each point would take most of the time of a response with drawings. */
const penPoints = z
  .custom<[number, number][]>(isLine, `A line has 1 to ${drawingLimits.points} points inside the picture.`)
  .meta({ type: "array", minItems: 1, maxItems: drawingLimits.points, items: shares });

function isLine(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.length <= drawingLimits.points && value.every(isPoint)
  );
}

function isPoint(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && isShare(value[0]) && isShare(value[1]);
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

const writtenText = lineText()
  .min(1)
  .max(drawingLimits.text)
  .refine((text) => text.isWellFormed(), "This text contains a character that can't be stored.");

/** Shapes are drawn in their order. */
function shapesWith(text: z.ZodType<string>) {
  const shape = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("pen"), ...stroke, points: penPoints }),
    z.object({ kind: z.literal("arrow"), ...stroke, from: point, to: point }),
    /** A rectangle between two opposite corners. */
    z.object({ kind: z.literal("box"), ...stroke, from: point, to: point }),
    z.object({
      kind: z.literal("text"),
      color: stroke.color,
      /** The top left corner of the text. */
      at: point,
      /** Height of a line of text relative to the height of the picture. */
      size: z.number().min(0.01).max(0.25),
      text,
    }),
  ]);
  return z.object({ shapes: z.array(shape).min(1).max(drawingLimits.shapes) });
}

/** Vector shapes on the first frame of a comment, as they are added. */
export const drawing = shapesWith(writtenText).refine(
  (value) => JSON.stringify(value).length <= maxDrawingBytes,
  "This drawing has too many details. Remove some of its lines.",
);
export type Drawing = z.output<typeof drawing>;

/** A drawing as it is stored: earlier versions accepted texts that `drawing` refuses. */
export const storedDrawing = shapesWith(z.string());

/** The shapes of a draft in the browser, perhaps of an earlier version: all but texts that show nothing, which `drawing` refuses. */
export const draftShapes = storedDrawing.shape.shapes
  .or(z.tuple([]))
  .transform((shapes) => shapes.filter((shape) => shape.kind !== "text" || !isBlank(shape.text)));
