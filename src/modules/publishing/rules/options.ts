import { z } from "zod";

import { lineText } from "#core/written-text.ts";

import { type License, licenses } from "../platforms/licenses.ts";
import { type DestinationKind, distinctValues } from "../platforms/platforms.ts";
import { videoDetails } from "./details.ts";
import { visibilities } from "./progress.ts";

/** A license in words, as the platforms of a task name it. */
export function licenseName(license: License, kinds: readonly DestinationKind[]): string {
  const [name = unnamed[license], ...others] = distinctValues(
    kinds,
    (platform) => platform.licenses?.[license] ?? null,
  );
  // All rights are reserved under a platform's own license too; a public license is the same everywhere.
  if (license === "creativeCommon") return name;
  return [name, ...others.map((other) => other.toLowerCase())].join(", ");
}

/** Default where no platform shows the license. */
const unnamed: Record<License, string> = {
  youtube: "All rights reserved",
  creativeCommon: "Creative Commons Attribution",
};

/** A language as BCP 47, such as `en` or `pt-BR`. */
export const languageTag = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "Choose a language from the list.");

/** A playlist. */
export const playlist = z.object({ id: z.string().min(1).max(100), title: z.string().max(150) });

/** A playlist and the channel that has it. */
export const playlistChoice = playlist.extend({ destinationId: z.uuid() });

/** Details that YouTube stores of a video besides title, description, tags and audience. */
export const publishOptions = z.object({
  categoryId: z.string().regex(/^\d{1,4}$/, "Choose a category from the list."),
  language: languageTag.nullable(),
  license: z.enum(licenses),
  embeddable: z.boolean(),
  notifySubscribers: z.boolean(),
  /** The day of the recording. */
  recordingDate: z.iso.date("Enter a date, or leave the field empty.").nullable(),
  /** Realistic altered or generated content, which YouTube requires to be disclosed. */
  syntheticMedia: z.boolean(),
  /** Paid product placement, sponsorship or endorsement, which YouTube requires to be disclosed. */
  paidPromotion: z.boolean(),
  playlists: z.array(playlistChoice).max(50, "Choose at most 50 playlists."),
});
export type PublishOptions = z.output<typeof publishOptions>;

/** The values of the details form that are saved together. */
export const detailsInput = videoDetails.extend({ options: publishOptions });
export type DetailsInput = z.output<typeof detailsInput>;

/** The options of a task until its creator changes them. "People & Blogs" is the default of most upload tools. */
export const defaultOptions: PublishOptions = {
  categoryId: "22",
  language: null,
  license: "youtube",
  embeddable: true,
  notifySubscribers: true,
  recordingDate: null,
  syntheticMedia: false,
  paidPromotion: false,
  playlists: [],
};

export const newPlaylist = z.object({
  destinationId: z.uuid(),
  title: lineText()
    .min(1, "Enter a title for the playlist.")
    .max(150, "Use at most 150 characters.")
    .regex(/^[^<>]*$/, "Remove < and > from the title."),
  privacy: z.enum(visibilities),
});
