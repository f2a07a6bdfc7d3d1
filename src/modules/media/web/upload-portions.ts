import type { UploadOptions } from "tus-js-client";

import { uploadPiece } from "../rules.ts";

const mebibyte = 1024 * 1024;

/** Sizes of pieces in bytes, each for where the one before was too large for something on the way, or for the line. */
const pieceSizes = [uploadPiece, 16 * mebibyte, 4 * mebibyte, mebibyte];
const tooLarge = 413;

/** How much of a file goes into one request of its upload (docs/decisions/0003). */
export interface Portions {
  /** Where the sending takes its bodies from. */
  reading: Pick<UploadOptions, "chunkSize" | "fileReader">;
  /**
   * Told the status of a failed request, 0 without an answer, and up to which byte it had left the browser. True where a
   * smaller one goes through, so nobody is told.
   */
  failed: (status: number, left: number) => boolean;
  /**
   * Told what the server has and what had left the browser before it was asked, in bytes. True where something on the
   * way gathers the body before it passes it on: the request is to be broken off, and pieces follow.
   */
  isHeldUp: (left: number, received: number) => boolean;
}

/**
 * An upload begins with its whole file as one body, which Chromium sends straight from the disk; a slice takes a slower
 * way. What does not get through like that, or was broken off, goes on in pieces.
 */
export function portionsOf(file: File): Portions {
  let piece = 0;
  let mayBeWhole = true;
  let isWhole = false;
  let begun = 0;
  /** Where a piece began that was broken off after some of it had left. */
  let brokenOff: number | null = null;

  const smaller = () => {
    piece = Math.min(piece + 1, pieceSizes.length - 1);
  };
  const bodyFrom = (start: number): Blob => {
    // Nothing of it came through: gathered on the way and lost, or refused by an answer that the end took with it.
    if (brokenOff === start) smaller();
    brokenOff = null;
    begun = start;
    isWhole = mayBeWhole && start === 0;
    mayBeWhole = false;
    return isWhole ? file : file.slice(start, start + (pieceSizes[piece] ?? file.size));
  };

  return {
    reading: {
      chunkSize: Number.POSITIVE_INFINITY,
      fileReader: {
        openFile: async () => ({
          size: file.size,
          slice: async (start) => {
            const value = bodyFrom(start);
            return { value, done: start + value.size === file.size };
          },
          close: () => {},
        }),
      },
    },
    failed: (status, left) => {
      const wasWhole = isWhole;
      isWhole = false;
      if (wasWhole) return status === tooLarge || status === 0;
      if (status === 0 && left > begun) brokenOff = begun;
      if (status !== tooLarge || piece === pieceSizes.length - 1) return false;
      smaller();
      return true;
    },
    isHeldUp: (left, received) => isWhole && left - received > uploadPiece,
  };
}
