import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

const videoData = z.object({ videoId: z.uuid() });

/** Probes a received video and decides how it is played. */
export const prepareVideo = defineJob({
  job: "media.prepare",
  data: videoData,
  retries: 30,
  retryDelaySeconds: 2,
  // The file may have to be downloaded from a remote store before it can be probed.
  expireSeconds: 2 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 1 },
});

/** Encodes the rendition of a video that browsers can't play; it is playable from its first segment. */
export const renderVideo = defineJob({
  job: "media.render",
  data: videoData,
  retries: 30,
  retryDelaySeconds: 5,
  // ffmpeg may take 5.5 hours; the rest is for pauses and the download from a remote store.
  expireSeconds: 23 * 60 * 60,
  concurrency: 4,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Encodes a rendition of higher resolution and a light rendition of a playable video, at the lowest priority. */
export const refineVideo = defineJob({
  job: "media.refine",
  data: videoData,
  retries: 10,
  retryDelaySeconds: 60,
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Makes poster, storyboard and waveform of a video that is played as it is. */
export const makeVideoStills = defineJob({
  job: "media.stills",
  data: videoData,
  retries: 12,
  retryDelaySeconds: 10,
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Computes the SHA-256 of the stored original (docs/decisions/0004). */
export const hashOriginal = defineJob({
  job: "media.hash",
  data: videoData,
  retries: 30,
  retryDelaySeconds: 10,
  expireSeconds: 2 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Removes the stored objects of a discarded video, except those that its row keeps. */
export const removeVideo = defineJob({
  job: "media.remove",
  data: videoData,
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

/** Removes the object and the row of a deleted file. */
export const removeFile = defineJob({
  job: "media.remove-file",
  data: z.object({ fileId: z.uuid() }),
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

/** Reconciles the object store with the database every night. */
export const reconcileMedia = defineJob({
  job: "media.reconcile",
  data: z.unknown(),
  retries: 3,
  retryDelaySeconds: 300,
  expireSeconds: 3 * 60 * 60,
  concurrency: 1,
  cron: "23 3 * * *",
});

/** Enqueues jobs again that are missing from the queue or have used all their retries. */
export const findLostWork = defineJob({
  job: "media.find-lost-work",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "2-59/5 * * * *",
});

/** Completes or expires unattended uploads, and deletes unclaimed files. */
export const sweepMedia = defineJob({
  job: "media.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "*/5 * * * *",
});
