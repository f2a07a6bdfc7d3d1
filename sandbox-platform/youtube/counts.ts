import { modelCounts } from "../statistics/model.ts";
import type { Platform } from "./platform.ts";
import { quotaDay } from "./quota.ts";
import type { Video } from "./videos.ts";

/** The age and duration of a video for its statistics. */
export function videoLife({ sandbox, sessions }: Platform, video: Video) {
  const { id, createdAt, sessionId } = video;
  return sandbox.lives.of({ id, createdAt, file: sessions.filePath(sessionId) });
}

/** The counts of a video until now, as both `videos.list` and `videos.batchGetStats` return them. */
export function videoStatistics(platform: Platform, video: Video) {
  const life = videoLife(platform, video);
  const counts = modelCounts(life, quotaDay(new Date(life.publishedAt)), quotaDay(new Date()));
  const statistics = {
    viewCount: String(counts.views),
    likeCount: String(counts.likes),
    commentCount: String(counts.comments),
  };
  return { ...life, statistics };
}
