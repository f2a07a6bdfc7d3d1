import { z } from "zod";

import { after, day } from "#core/time.ts";
import { paragraphText } from "#core/written-text.ts";

/** Characters of a bio that are shown before it is expanded. */
export const bioPreview = 200;
export const cardBioPreview = 100;
export const maxBioLength = 2000;

/** Edge of the square profile picture and maximum width of the banner, in pixels. */
export const pictureEdge = 512;
export const bannerWidth = 1920;

/** Size of the poster of a published video, in pixels. */
export const posterSize = { width: 640, height: 360 };
export const videosPerPage = 12;

/** The path of a published video's poster, which everyone can read. */
export function posterAddress(videoId: string): string {
  return `/api/v1/user/video-poster/${videoId}`;
}

export const maxReviewLength = 1000;
/** Characters of a review that are shown before it is expanded. */
export const reviewPreview = 300;
export const initialReviews = 5;

/** Optional text with line breaks; blank becomes null. */
const paragraphs = (name: string, longest: number) =>
  paragraphText()
    .trim()
    .refine((text) => text.length <= longest, `Keep the ${name} within ${longest} characters.`)
    .transform((text) => (text === "" ? null : text));

export const bioText = paragraphs("bio", maxBioLength);
export const reviewText = paragraphs("review", maxReviewLength);

/** Labels of one to five stars. */
export const starLabels = ["poor", "fair", "good", "very good", "excellent"] as const;

/** A rating can be changed for this long after it was first given. */
export const ratingChangeable = 7 * day;

export function changeableUntil(ratedAt: Date): Date {
  return after(ratedAt, ratingChangeable);
}

export function mayChangeRating(ratedAt: Date, now: Date): boolean {
  return now < changeableUntil(ratedAt);
}

/** Rounds a rating to half stars. */
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

/** An optional web address; blank becomes null, and https:// is added if the scheme is missing. */
export const linkText = z
  .string()
  .trim()
  .transform((text) => (text === "" || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.union([z.literal("").transform(() => null), webAddress]));

/** A link without its scheme, `www.` and trailing slash. */
export function readableLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
