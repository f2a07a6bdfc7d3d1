import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { idText } from "#core/form-text.ts";
import { reportedFinding } from "#modules/checks/contract/checks.ts";
import { frameRate } from "#modules/media/contract/videos.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { exportFormatIds, exportFormats } from "../rules/export-formats.ts";
import { comment } from "./comments.ts";
import { commentPage, nextComments } from "./pages.ts";

/** Timecode of the first frame. A semicolon before the frames means drop-frame timecode. */
const startTimecode = z
  .string()
  .trim()
  .regex(/^\d\d:\d\d:\d\d[:;.,]\d{2,3}$/, "Enter the timecode of the first frame as 01:00:00:00.");

const params = z.object({ id: taskIdText });
const exported = z.object({
  version: idText,
  /** Without it, the first frame has the timecode that its file states, or else 00:00:00:00. */
  start: startTimecode.optional(),
});

/** Comments on a version for the printable page, a page of them in each response. */
const commentSheet = z.object({
  title: z.string(),
  fileName: z.string(),
  frames: z.number().int(),
  rate: frameRate,
  dropFrame: z.boolean(),
  startFrame: z.number().int(),
  comments: z.array(comment),
  /** Findings of the technical check, on the first page only. */
  findings: z.array(reportedFinding),
  next: nextComments,
});

export const exportEndpoints = {
  exportComments: endpoint({
    method: "GET",
    path: "/task/export-comments/:id",
    permission: { task: "view" },
    summary: "The comments on a version as a file for an editing program",
    params,
    query: exported.extend({ format: z.enum(exportFormatIds, "Choose one of the formats.") }),
    response: z.string(),
    message: "Comments exported.",
    file: [...new Set(exportFormats.map(({ type }) => type))],
  }),
  commentSheet: endpoint({
    method: "GET",
    path: "/task/export-comments/:id/sheet",
    permission: { task: "view" },
    summary: "The comments on a version with stills, for printing",
    params,
    query: exported.extend(commentPage.shape),
    response: commentSheet,
    message: "Comments loaded.",
  }),
};

export const exportError = defineErrors({
  exports_busy: { status: 429, message: "Other exports are still being written. Try again {wait}." },
  no_such_timecode: {
    status: 422,
    message: "No frame of this video can have this timecode. Enter the timecode of its first frame.",
  },
});
