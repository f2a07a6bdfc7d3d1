import type { EnqueueOptions } from "#core/server/job.ts";

import type { Video } from "../tables.ts";

/** Pixels of a frame times seconds: ten minutes of 1080p. */
const shortWork = 600 * 1920 * 1080;
const shortBytes = 4 * 1024 ** 3;

/** The user whose share of the workers a job of this video uses, and whether its work is short. */
export function videoJobOptions({
  personId,
  bytes,
  facts,
}: Pick<Video, "personId" | "bytes" | "facts">): Pick<EnqueueOptions, "userId" | "short"> {
  const work = facts ? facts.durationSeconds * facts.video.codedWidth * facts.video.codedHeight : 0;
  return { userId: personId, short: bytes <= shortBytes && work <= shortWork };
}
