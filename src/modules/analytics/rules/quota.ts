/** The calls for figures that a platform counts for the whole server. */
export type FigureCall = "counts" | "reports";

/**
 * Calls of all creators in a day. `counts` is the quota of `videos.batchGetStats` alone, as documented. `reports` is that of the Analytics API, which is
 * the setting `YOUTUBE_ANALYTICS_QUOTA`: Google documents no number, so its default is an assumption.
 */
export function callsPerDay({
  youtubeAnalyticsQuota,
}: {
  youtubeAnalyticsQuota: number;
}): Readonly<Record<FigureCall, number>> {
  return { counts: 10_000, reports: youtubeAnalyticsQuota };
}

/** Part of these that each creator may use, so that a large channel doesn't leave others without figures. */
const creatorShare = 0.2;

export interface CallsUsed {
  own: number;
  server: number;
}

/** Whether a creator may make another call of a kind, of which the server has `limit` a day. */
export function mayCall(limit: number, { own, server }: CallsUsed): boolean {
  return server < limit && own < limit * creatorShare;
}
