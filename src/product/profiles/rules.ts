import { z } from "zod";

/** How much of a bio is shown at first (specification, section 9). */
export const bioPreview = 200;
export const cardBioPreview = 100;
export const longestBio = 2000;

/** The picture is drawn as a square of this edge, the banner up to this width, in pixels. */
export const pictureEdge = 512;
export const bannerWidth = 1920;

/** Optional; blank means none. Line breaks stay. */
export const bioText = z
  .string()
  .transform((text) =>
    text
      .replaceAll("\r\n", "\n")
      .replace(/[^\P{Cc}\n\t]/gu, "")
      .trim(),
  )
  .refine((text) => text.length <= longestBio, `Keep the bio within ${longestBio} characters.`)
  .transform((text) => (text === "" ? null : text));

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

/** The text cut to a length at a word's end where there is one near, and whether anything was cut. */
export function cutText(text: string, length: number): { shown: string; cut: boolean } {
  const characters = [...text];
  if (characters.length <= length) return { shown: text, cut: false };
  const start = characters.slice(0, length).join("");
  const word = start.replace(/\s+\S{0,20}$/u, "");
  return { shown: `${word.trimEnd()}…`, cut: true };
}

/** A link as people read it: without its scheme and a lonely slash. */
export function readableLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
