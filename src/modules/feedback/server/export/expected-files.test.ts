import { expect, it } from "vitest";

import { exportFormats } from "#modules/feedback/rules/export-formats.ts";

import { comment, commentExport } from "./sample-export.ts";
import { writers } from "./writers.ts";

const input = commentExport({
  rate: { num: 30_000, den: 1001 },
  dropFrame: true,
  frames: 5400,
  startFrame: 107_892,
  comments: [
    comment({
      inFrame: 1798,
      outFrame: 1802,
      text: "The train is cut off.\nShow all of it.",
      hasDrawing: true,
    }),
    comment({
      inFrame: 0,
      author: "Jonas",
      resolved: true,
      replies: [{ author: "Anika", text: "✓ 雨", images: 1 }],
    }),
    comment({
      inFrame: 1798,
      author: "Jonas",
      text: "Same for me <3 & more",
      done: { version: 3, note: "" },
    }),
  ],
});

/**
 * Readers of other makers have read these files: OpenTimelineIO 0.18 the timeline and the timecodes, and xmllint has
 * validated the FCPXML with Apple's document type definition. Repeat that before changing them
 * (docs/decisions/0024-comment-export.md).
 */
it.each(exportFormats)(
  "writes the same file for $program as when it was validated",
  async ({ id, extension }) => {
    await expect(writers[id](input)).toMatchFileSnapshot(`expected/comments.${extension}`);
  },
);
