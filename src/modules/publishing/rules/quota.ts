/**
 * Parts of a daily quota: uploads, units of publishing and of other calls, and the calls for counts and for
 * reports of figures. Publishing is the delivery of a video with its thumbnail, details and captions.
 */
export const quotaBuckets = ["uploads", "publishing", "other", "counts", "reports"] as const;
export type QuotaBucket = (typeof quotaBuckets)[number];

/** The bucket for the units of a call. */
export type QuotaPurpose = "publishing" | "other";

/** Daily limits of the server. All calls share the units. */
export type QuotaLimits = Record<"uploads" | "units" | "counts" | "reports", number>;

/** The use of a day by one creator and by all, and whether no one else has connected a channel. */
export interface QuotaUse {
  used: Record<QuotaBucket, { own: number; all: number }>;
  alone: boolean;
}

export type QuotaProblem = "quota_share_used" | "quota_exceeded" | null;

/** Part of a day's units or calls that each creator may use for anything but publishing. */
const creatorShare = 0.2;
/** Part of the daily units that only publishing may use. */
const publishingReserve = 0.5;

/**
 * The problem of a call other than publishing that costs `cost`: the creator's share or the server's quota is used up. Null
 * if it fits.
 */
export function quotaProblem(
  bucket: Exclude<QuotaBucket, "uploads" | "publishing">,
  cost: number,
  { used }: Pick<QuotaUse, "used">,
  limits: QuotaLimits,
): QuotaProblem {
  const limit = limits[bucket === "other" ? "units" : bucket];
  const { own, all } = used[bucket];
  if (own + cost > limit * creatorShare) return "quota_share_used";
  const reserved = bucket === "other" ? Math.max(used.publishing.all, limit * publishingReserve) : 0;
  return all + cost + reserved > limit ? "quota_exceeded" : null;
}

/** The part of the day's quota that is left to creators with fewer than `newcomerUploads` uploads today. */
const newcomerReserve = 0.3;
const newcomerUploads = 3;

/**
 * The problem of an upload or caption of a delivery that costs `cost`: the creator would use more than the half of what
 * others leave, or the server more than what isn't reserved. Null if it fits, and for the first uploads of a creator's day.
 */
export function publishingProblem(
  cost: { uploads: number; units: number },
  use: QuotaUse,
  limits: QuotaLimits,
): QuotaProblem {
  if (use.used.uploads.own < newcomerUploads) return null;
  const exceeds = (limit: "share" | "unreserved") =>
    (["uploads", "units"] as const).some((part) => cost[part] > publishingLeft(part, use, limits)[limit]);
  if (exceeds("share")) return "quota_share_used";
  return exceeds("unreserved") ? "quota_exceeded" : null;
}

/** Uploads that a creator can still start today. */
export function uploadsLeft(use: QuotaUse, limits: QuotaLimits): number {
  const { own, all } = use.used.uploads;
  const { share, unreserved } = publishingLeft("uploads", use, limits);
  const remaining = Math.max(Math.floor(Math.min(share, unreserved)), newcomerUploads - own, 0);
  return Math.max(0, Math.min(remaining, limits.uploads - all));
}

function publishingLeft(part: "uploads" | "units", { used, alone }: QuotaUse, limits: QuotaLimits) {
  const { uploads, publishing, other } = used;
  const units = { own: publishing.own + other.own, all: publishing.all + other.all };
  const { own, all } = part === "uploads" ? uploads : units;
  return {
    share: alone ? Infinity : (limits[part] - (all - own)) / 2 - own,
    unreserved: Math.floor(limits[part] * (1 - newcomerReserve)) - all,
  };
}
