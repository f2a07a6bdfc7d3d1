/** Part of the daily units that each creator may use for calls other than publishing. */
const creatorShare = 0.2;
/** Part of the daily units that only publishing may use. */
const publishingReserve = 0.5;

/**
 * Publishing is the delivery of a video with its thumbnail, details and captions. Everything else has to leave room for
 * it: playlists, changes and captions of published videos, lists and checks.
 */
export type QuotaPurpose = "publishing" | "other";

/** Units that were used on a day: by all creators for publishing and other calls, and by one for other calls. */
export interface UnitsUsed {
  publishing: number;
  other: number;
  ownOther: number;
}

/** The problem of other calls that cost `units`: the creator's share or the server's quota is used up. Null if they fit. */
export function quotaProblem(
  units: number,
  { publishing, other, ownOther }: UnitsUsed,
  allowance: number,
): "quota_share_used" | "quota_exceeded" | null {
  if (ownOther + units > allowance * creatorShare) return "quota_share_used";
  const kept = Math.max(publishing, allowance * publishingReserve);
  return other + units + kept > allowance ? "quota_exceeded" : null;
}
