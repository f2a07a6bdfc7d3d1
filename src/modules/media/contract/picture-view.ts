import { z } from "zod";

/** Largest magnification relative to the whole picture. */
export const maxScale = 64;

const share = z.number().min(0).max(1);

/** The part of a picture that is displayed, the same on screens of all sizes. */
export const pictureView = z.object({
  /** Magnification relative to the whole picture in its space: 1 shows the whole picture. */
  scale: z.number().min(1).max(maxScale),
  /** Center of the displayed part, as shares of the picture's width and height. */
  x: share,
  y: share,
});
export type PictureView = z.output<typeof pictureView>;

/** The whole picture. */
export const wholePicture: PictureView = { scale: 1, x: 0.5, y: 0.5 };
