import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

const aboutVideo = z.object({ videoId: z.uuid() });

/** Probes a received video and decides how it is played. */
export const prepareVideo = defineJob({
  job: "media.prepare",
  data: aboutVideo,
  retries: 30,
  retryDelaySeconds: 2,
  // A file may have to be fetched from a distant store before it can be looked at.
  expireSeconds: 2 * 60 * 60,
  concurrency: 2,
});

/** Makes the rendition of a video that browsers can't play; watching begins with its first segment. */
export const renderVideo = defineJob({
  job: "media.render",
  data: aboutVideo,
  retries: 30,
  retryDelaySeconds: 5,
  // The 5.5 hours that ffmpeg may take, and the way of the file from a distant store.
  expireSeconds: 8 * 60 * 60,
  concurrency: 1,
});

/** Makes a sharper and a light file of a video that can be watched, at the lowest priority. */
export const refineVideo = defineJob({
  job: "media.refine",
  data: aboutVideo,
  retries: 10,
  retryDelaySeconds: 60,
  expireSeconds: 8 * 60 * 60,
  concurrency: 1,
});

/** Draws poster, storyboard and waveform of a video that plays as it is. */
export const drawStills = defineJob({
  job: "media.stills",
  data: aboutVideo,
  retries: 12,
  retryDelaySeconds: 10,
  expireSeconds: 2 * 60 * 60,
  concurrency: 1,
});

/** Records the SHA-256 of the stored original (docs/decisions/0004). */
export const hashOriginal = defineJob({
  job: "media.hash",
  data: aboutVideo,
  retries: 30,
  retryDelaySeconds: 10,
  expireSeconds: 2 * 60 * 60,
  concurrency: 1,
});

/** Really deletes what is stored of a video and what its row does not keep. */
export const removeVideo = defineJob({
  job: "media.remove",
  data: aboutVideo,
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

/** Really deletes a stored file. */
export const removeFile = defineJob({
  job: "media.remove-file",
  data: z.object({ fileId: z.uuid() }),
  retries: 20,
  retryDelaySeconds: 10,
  expireSeconds: 600,
  concurrency: 2,
});

/** Finds what the store and the rows do not agree on, and puts it in order; at night, or when the server is back from one. */
export const reconcileMedia = defineJob({
  job: "media.reconcile",
  data: z.unknown(),
  retries: 3,
  retryDelaySeconds: 300,
  expireSeconds: 3 * 60 * 60,
  concurrency: 1,
  cron: "23 3 * * *",
});

/** Asks again for work that the queue has lost or given up. */
export const findLostWork = defineJob({
  job: "media.find-lost-work",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "2-59/5 * * * *",
});

/** Completes what a crash left received, and clears away what nobody has finished or kept. */
export const sweepMedia = defineJob({
  job: "media.sweep",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 30,
  expireSeconds: 600,
  concurrency: 1,
  cron: "*/5 * * * *",
});
