/** The current counts of a video. Null where the platform hides or doesn't count them. */
export interface VideoCounts {
  videoId: string;
  views: number;
  likes: number | null;
  comments: number | null;
  publishedAt: Date | null;
}

/** The counts of the requested videos that exist, and the units of the client's quota that they cost besides the call. */
export interface CountedVideos {
  videos: VideoCounts[];
  units: number;
}

/** Figures of a day in the platform's calendar. Null where the platform doesn't count them. */
export interface DailyFigures {
  /** Such as `2026-11-25`. */
  day: string;
  views: number;
  engagedViews: number | null;
  watchSeconds: number;
  averageViewSeconds: number | null;
  /** Of the video's duration; over 100 where viewers watch parts repeatedly. */
  averageViewPercent: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  subscribersGained: number | null;
  subscribersLost: number | null;
}

/** A hundredth of a video. */
export interface RetentionInterval {
  /** Its end as a share of the video, 0.01 to 1. */
  elapsedVideoTimeRatio: number;
  audienceWatchRatio: number;
  /** From 0 to 1, 0.5 being the median of videos of similar length. */
  relativeRetentionPerformance: number | null;
  startedWatching: number | null;
  stoppedWatching: number | null;
}

/** A video and the first and last day, both included. */
export interface ReportRequest {
  videoId: string;
  from: string;
  to: string;
}

/** Statistics of a channel's videos. Throws like the other calls of a platform. */
export interface PlatformStatistics {
  /** The scope without which the figures by day and retention throw `scope_missing`; null where a connection suffices. */
  scope: string | null;
  /** The most videos of a call to `counts`. */
  videosPerCall: number;
  /** Figures of days that ended longer ago are complete, also if they are missing. */
  lagDays: number;
  /** The IANA name of the time zone in which the days of the platform begin and end. */
  timeZone: string;
  counts: (access: string, videoIds: readonly string[]) => Promise<CountedVideos>;
  /** In order. Days without views are missing, and so are the last ones that the platform has not counted yet. */
  days: (access: string, request: ReportRequest) => Promise<DailyFigures[]>;
  /** The hundred intervals, or null while there are too few views. */
  retention: (access: string, request: ReportRequest) => Promise<RetentionInterval[] | null>;
}

/** The number of intervals of a retention curve. */
export const retentionIntervals = 100;
