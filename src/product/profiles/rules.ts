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

/** A link as people read it: without its scheme and a lonely slash. */
export function readableLink(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
