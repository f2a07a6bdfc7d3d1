/** Tiles row by row on sheets, in pixels. */
export interface TileLayout {
  count: number;
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
}

/** Work for the image process. */
export type ImageWork =
  | { kind: "reencode"; content: Buffer; maxBytes: number }
  /** Fits the width, or covers width and height, in pixels. Never enlarges. */
  | { kind: "resize"; content: Buffer; width: number; height: number | null }
  /** Every nth tile of the sheets of a storyboard, on one sheet. */
  | { kind: "sheet"; contents: Buffer[]; source: TileLayout; sheet: TileLayout; every: number };

/** An image without metadata, upright, sRGB. */
export interface StoredImage {
  bytes: Buffer;
  type: "image/jpeg" | "image/png" | "image/webp";
}

/** Reasons of a refused image: damaged, too many pixels, or too many bytes even with low quality. */
export type ImageProblem = "unreadable" | "too_large" | "too_detailed";

export interface ImageRequest {
  work: ImageWork;
}

export interface ImageReply {
  result: StoredImage | ImageProblem;
}
