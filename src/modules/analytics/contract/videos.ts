import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { commentAuthor } from "#modules/feedback/contract/comments.ts";
import { frameRate, playback } from "#modules/media/contract/videos.ts";
import { destination } from "#modules/publishing/contract/destinations.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { publicationNotFound } from "./errors.ts";
import { completeDay, currentCounts, dayFigures, fetchProblem, figures, figureStates } from "./figures.ts";
import { retention } from "./retention.ts";

/** A publication of the task's video at one destination. */
const publication = z.object({
  deliveryId: z.uuid(),
  /** Null once the destination was disconnected. */
  destinationId: z.uuid().nullable(),
  kind: destination.shape.kind,
  /** The platform's name. */
  platform: z.string(),
  /** The name of the channel; empty once the destination was disconnected. */
  channel: z.string(),
  state: z.enum(figureStates),
  /** The platform's page of the video; null where there is none. */
  watchUrl: z.string().nullable(),
  publishedAt: z.iso.datetime(),
});
export type PublicationFacts = z.output<typeof publication>;

/** Pictures of the published video: a storyboard that is kept after the video's deletion. */
const storyboard = z.object({
  /** One sheet of tiles, row by row. Tile n shows the video at n × `intervalSeconds`. */
  url: z.string(),
  intervalSeconds: z.number().positive(),
  count: z.number().int().positive(),
  columns: z.number().int().positive(),
  rows: z.number().int().positive(),
  tileWidth: z.number().int().positive(),
  tileHeight: z.number().int().positive(),
});
export type KeptStoryboard = z.output<typeof storyboard>;

/** The published version's video. */
const publishedVideo = z.object({
  version: z.number().int(),
  durationSeconds: z.number().nullable(),
  rate: frameRate.nullable(),
  frames: z.number().int().nullable(),
  /** While the video is still stored here and can be played; else null. */
  playback: playback.nullable(),
  storyboard: storyboard.nullable(),
  /** Peaks at equal distances, 0 to 100; null for videos without sound. */
  waveform: z.object({ peaksPerSecond: z.number().positive(), peaks: z.array(z.number().int()) }).nullable(),
});
export type AnalysedVideo = z.output<typeof publishedVideo>;

/** A comment of the review; replies are not listed. */
const reviewComment = z.object({
  id: z.uuid(),
  /** The version that it was written on, and its frames there. */
  version: z.number().int(),
  inFrame: z.number().int(),
  outFrame: z.number().int(),
  /** The frames of the published video at the times of `inFrame` and `outFrame`, and these times. */
  frame: z.number().int(),
  endFrame: z.number().int(),
  seconds: z.number(),
  endSeconds: z.number(),
  author: commentAuthor,
  /** Its beginning, of at most 500 characters. */
  text: z.string(),
  /** The editor's mark that it is done, and the version in which it is. */
  done: z.object({ version: z.number().int(), note: z.string() }).nullable(),
  resolved: z.boolean(),
});
export type ReviewComment = z.output<typeof reviewComment>;

/** A figure of this video and the median of the creator's other videos at the same age. */
const compared = z.object({
  value: z.number(),
  median: z.number(),
  /** The position among all compared videos including this one, 1 for the highest. */
  rank: z.number().int().positive(),
});

/** This video and the creator's other videos at the same destination, at the same age. */
const comparison = z.object({
  /** The day of their lives that is compared, from 0. */
  age: z.number().int(),
  /** Number of the other videos that are at least as old. */
  videos: z.number().int().positive(),
  views: compared,
  watchSeconds: compared,
  averageViewPercent: compared.nullable(),
  /** Views until some ages up to `age`: of this video, and the quartiles of the others that were as old. */
  growth: z.array(
    z.object({
      age: z.number().int(),
      views: z.number().int(),
      lower: z.number(),
      median: z.number(),
      upper: z.number(),
    }),
  ),
});
export type Comparison = z.output<typeof comparison>;

const videoResults = z.object({
  taskId: z.number().int(),
  title: z.string(),
  /** Whether the actor is the task's creator. */
  own: z.boolean(),
  /** All publications, the shown one included. */
  publications: z.array(publication),
  /** The publication that all of the following is about. */
  publication,
  video: publishedVideo,
  /** The last day whose figures are complete; null while there are none. */
  completeUntil: completeDay.nullable(),
  /** When the figures were last read at the platform. */
  fetchedAt: z.iso.datetime().nullable(),
  problem: fetchProblem.nullable(),
  current: currentCounts.nullable(),
  /** Figures from the publication until `completeUntil`: in total and by day without gaps. */
  totals: figures.nullable(),
  days: z.array(dayFigures),
  /** Null without enough other videos of that age. */
  comparison: comparison.nullable(),
  /** Null while the platform has too few views for it. */
  retention: retention.nullable(),
  /** In the order of `seconds`. */
  comments: z.array(reviewComment),
  /** Seconds from the first frame. */
  chapters: z.array(z.object({ startSeconds: z.number().int(), frame: z.number().int(), title: z.string() })),
});
export type VideoResults = z.output<typeof videoResults>;

const byTask = z.object({ taskId: taskIdText });
const oneDelivery = z.object({
  /** A publication of the task; without it, the first one with figures. */
  deliveryId: z.uuid(publicationNotFound).optional(),
});

export const videosEndpoints = {
  videoResults: endpoint({
    method: "GET",
    path: "/analytics/videos/:taskId",
    permission: { task: "view" },
    summary: "The results of a published video, with its review on the same time axis",
    params: byTask,
    query: oneDelivery,
    response: videoResults,
    message: "Results loaded.",
  }),
  videoResultsFile: endpoint({
    method: "GET",
    path: "/analytics/videos/:taskId/file",
    permission: { task: "view" },
    summary: "The analytics of a published video as a CSV file: by day, or its retention",
    params: byTask,
    query: oneDelivery.extend({ table: z.enum(["days", "retention"]).default("days") }),
    response: z.string(),
    message: "Exported.",
    file: ["text/csv"],
  }),
};
