import { z } from "zod";

import { after, day } from "#core/time.ts";

/** How much of a bio is shown at first (specification, section 9). */
export const bioPreview = 200;
export const cardBioPreview = 100;
export const longestBio = 2000;

/** The picture is drawn as a square of this edge, the banner up to this width, in pixels. */
export const pictureEdge = 512;
export const bannerWidth = 1920;

export const longestReview = 1000;
/** How much of a review is shown at first. */
export const reviewPreview = 300;
export const reviewsAtFirst = 5;

/** Optional; blank means none. Line breaks stay. */
const paragraphs = (what: string, longest: number) =>
  z
    .string()
    .transform((text) =>
      text
        .replaceAll("\r\n", "\n")
        .replace(/[^\P{Cc}\n\t]/gu, "")
        .trim(),
    )
    .refine((text) => text.length <= longest, `Keep the ${what} within ${longest} characters.`)
    .transform((text) => (text === "" ? null : text));

export const bioText = paragraphs("bio", longestBio);
export const reviewText = paragraphs("review", longestReview);

/** What each number of stars says. */
export const starWords = ["poor", "fair", "good", "very good", "excellent"] as const;

/** A rating can be changed for this long after it was first given (decisions, "Profiles"). */
export const ratingChangeable = 7 * day;

export function changeableUntil(ratedAt: Date): Date {
  return after(ratedAt, ratingChangeable);
}

export function mayChangeRating(ratedAt: Date, now: Date): boolean {
  return now < changeableUntil(ratedAt);
}

/** Stars are drawn in halves. */
export function toHalfStars(rating: number): number {
  return Math.round(rating * 2) / 2;
}

const webAddress = z
  .url({
    protocol: /^https?$/,
    hostname: z.regexes.domain,
    error: "Enter a web address such as example.com.",
  })
  .max(500, "Keep the link within 500 characters.");

/** Optional; blank means none. A web address, to which https:// is added where the scheme is left out. */
export const linkText = z
  .string()
  .trim()
  .transform((text) => (text === "" || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.union([z.literal("").transform(() => null), webAddress]));

/** A link as people read it: without its scheme and a lonely slash. */
export function readableLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
