/** The calls for figures that a platform counts for the whole server. */
export type FigureCall = "counts" | "reports";

/** Calls in a day: `videos.batchGetStats` has a quota of its own, and so has the Analytics API. */
export const callsPerDay: Readonly<Record<FigureCall, number>> = { counts: 10_000, reports: 10_000 };

/** Part of these that each creator may use, so that a large channel doesn't leave others without figures. */
const creatorShare = 0.2;

export interface CallsUsed {
  own: number;
  server: number;
}

/** Whether a creator may make another call of a kind today. */
export function mayCall(call: FigureCall, { own, server }: CallsUsed): boolean {
  const limit = callsPerDay[call];
  return server < limit && own < limit * creatorShare;
}
