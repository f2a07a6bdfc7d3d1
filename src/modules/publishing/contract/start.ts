import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";

import { playlist, publishOptions } from "../rules/options.ts";
import { visibilities } from "../rules/progress.ts";
import { progress } from "./deliveries.ts";
import { channel, destination } from "./destinations.ts";
import { byTask, requiredTaskId } from "./publishing.ts";

const captionNames = z.array(z.object({ language: z.string(), name: z.string(), fileName: z.string() }));

/** Summary that the creator reviews and agrees to before the start. */
export const publishSummary = z.object({
  taskId: z.number().int(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  posterUrl: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  madeForKids: z.boolean(),
  options: publishOptions,
  /** The caption files, by language and name. */
  captions: captionNames,
  fileName: z.string(),
  bytes: z.number().int(),
  /** Whether a destination will show the video as a Short. */
  short: z.boolean(),
  /** The destination that stands for all. */
  channel,
  destinations: z.array(destination),
  /** The terms of YouTube, where it is one of the platforms. */
  termsUrl: z.string().nullable(),
  /** Whether the local sandbox replaces YouTube. */
  sandbox: z.boolean(),
});
export type PublishSummary = z.output<typeof publishSummary>;

/** The creator's agreement, stored with the delivery. */
export const publishingConsent = z.object({
  personId: z.number().int(),
  agreedAt: z.iso.datetime(),
  channel,
  title: z.string(),
  visibility: z.enum(visibilities),
  publishAt: z.iso.datetime().nullable(),
  madeForKids: z.boolean(),
  syntheticMedia: z.boolean(),
  termsUrl: z.string().nullable(),
  /** The certification as shown beside the button. Absent from older agreements, like `details`. */
  text: z.string().optional(),
  /** Findings of the technical check that were accepted. Absent from older agreements. */
  acceptedFindings: z
    .array(
      z.object({
        label: z.string(),
        text: z.string(),
        personId: z.number().int(),
        acceptedAt: z.iso.datetime(),
        reason: z.string(),
      }),
    )
    .optional(),
  /** Other details that were shown and sent. */
  details: z
    .object({
      description: z.string(),
      tags: z.array(z.string()),
      // Older agreements name no channel of a playlist and no paid promotion.
      options: publishOptions.extend({
        playlists: z.array(playlist),
        paidPromotion: z.boolean().optional(),
      }),
      captions: captionNames,
    })
    .optional(),
});
export type PublishingConsent = z.output<typeof publishingConsent>;

export const startEndpoints = {
  summary: endpoint({
    method: "GET",
    path: "/yt-upload/summary/:taskId",
    permission: { task: "publish" },
    summary: "What will be published on which channel",
    params: byTask,
    response: publishSummary,
    message: "Publishing summary",
  }),
  readiness: endpoint({
    method: "GET",
    path: "/yt-upload/readiness/:taskId",
    permission: { task: "publish" },
    summary:
      "Whether the details are complete and the destinations connected, so that an approved version can be published",
    params: byTask,
    response: z.object({ ready: z.boolean() }),
    message: "Publishing readiness",
  }),
  startDelivery: endpoint({
    method: "POST",
    path: "/yt-upload/start-session",
    permission: { task: "publish" },
    summary: "Give the publishing consent and start the delivery",
    body: z.object({
      taskId: requiredTaskId,
      visibility: z.enum(visibilities).default("public"),
      /** Schedules a public video: private until this time. */
      publishAt: z.iso.datetime({ offset: true }).optional(),
      /** Realistic altered or generated content, instead of what the details say. */
      syntheticMedia: z.boolean().optional(),
    }),
    response: progress,
    message: "Upload started",
  }),
};
