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

/** The part of the day's quota that is left to creators with fewer than `newcomerUploads` uploads today. */
const newcomerReserve = 0.3;
const newcomerUploads = 3;

/** Uploads and units: what a day's quota has, what was used of it, or what a call costs. */
export interface QuotaAmounts {
  uploads: number;
  units: number;
}

/** The use of a day by one creator and by all, and whether no one else has connected a channel. */
export interface PublishingUsed {
  own: QuotaAmounts;
  all: QuotaAmounts;
  alone: boolean;
}

/**
 * The problem of an upload or caption of a delivery that costs `cost`: the creator would use more than the half of what
 * others leave, or the server more than what isn't reserved. Null if it fits, and for the first uploads of a creator's day.
 */
export function publishingProblem(
  cost: QuotaAmounts,
  used: PublishingUsed,
  allowance: QuotaAmounts,
): "quota_share_used" | "quota_exceeded" | null {
  if (used.own.uploads < newcomerUploads) return null;
  const exceeds = (limit: "share" | "unreserved") =>
    (["uploads", "units"] as const).some((part) => cost[part] > leftOf(part, used, allowance)[limit]);
  if (exceeds("share")) return "quota_share_used";
  return exceeds("unreserved") ? "quota_exceeded" : null;
}

/** Uploads that a creator can still start today. */
export function uploadsLeft(used: PublishingUsed, allowance: QuotaAmounts): number {
  const { share, unreserved } = leftOf("uploads", used, allowance);
  const limited = Math.floor(Math.min(share, unreserved));
  const left = Math.max(limited, newcomerUploads - used.own.uploads, 0);
  return Math.max(0, Math.min(left, allowance.uploads - used.all.uploads));
}

function leftOf(part: keyof QuotaAmounts, { own, all, alone }: PublishingUsed, allowance: QuotaAmounts) {
  const others = all[part] - own[part];
  return {
    share: alone ? Infinity : (allowance[part] - others) / 2 - own[part],
    unreserved: Math.floor(allowance[part] * (1 - newcomerReserve)) - all[part],
  };
}
