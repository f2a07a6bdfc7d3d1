import { z } from "zod";

import { categories } from "./categories.ts";
import { ApiError } from "./errors.ts";

export const privacyStatuses = ["private", "public", "unlisted"] as const;

const localizationSchema = z.object({ title: z.string(), description: z.string() });

/** The writable properties of a video, with defaults for omitted ones. */
export const metadataSchema = z.object({
  snippet: z.object({
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    categoryId: z.string(),
    defaultLanguage: z.string().optional(),
    defaultAudioLanguage: z.string().optional(),
  }),
  status: z.object({
    privacyStatus: z.enum(privacyStatuses),
    publishAt: z.string().optional(),
    selfDeclaredMadeForKids: z.boolean(),
    containsSyntheticMedia: z.boolean(),
    license: z.enum(["youtube", "creativeCommon"]),
    embeddable: z.boolean(),
    publicStatsViewable: z.boolean(),
  }),
  recordingDetails: z.object({ recordingDate: z.string().optional() }),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean() }),
  localizations: z.record(z.string(), localizationSchema),
});

export type VideoMetadata = z.infer<typeof metadataSchema>;
export type WritablePart = keyof VideoMetadata;
export const writableParts = metadataSchema.keyof().options;

const refuse = (reason: string, field: string, message: string) =>
  new ApiError(400, reason, message, { domain: "youtube.video", location: `body.${field}` });

/** Parses one field. Throws the field's own reason for a value of the wrong type. */
function read<T>(schema: z.ZodType<T>, value: unknown, reason: string, field: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "The value is invalid.";
  throw refuse(reason, field, `${field}: ${message}`);
}

const plain = (text: string) => !/[<>]/.test(text);
const dateTime = z.iso.datetime({ offset: true, error: "an ISO 8601 date and time is expected" });
const language = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "a BCP-47 language is expected")
  .optional();

const titleSchema = z
  .string("a title is required")
  .refine((text) => text.trim() !== "", "the title is empty")
  .refine((text) => text.length <= 100, "the title is longer than 100 characters")
  .refine(plain, "the title contains < or >");

const descriptionSchema = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= 5000, "the description is longer than 5000 bytes of UTF-8")
  .refine(plain, "the description contains < or >")
  .default("");

/** Length of tags as YouTube counts it: with commas between tags, and two quotes around a tag with a space. */
export function tagsLength(tags: readonly string[]): number {
  const commas = Math.max(0, tags.length - 1);
  return tags.reduce((length, tag) => length + tag.length + (tag.includes(" ") ? 2 : 0), commas);
}

const tagsSchema = z
  .array(z.string().min(1, "a tag is empty").refine(plain, "a tag contains < or >"))
  .refine((tags) => tagsLength(tags) <= 500, "the tags are longer than 500 characters")
  .default([]);

const assignable = new Set(categories.filter((category) => category.assignable).map(({ id }) => id));
const categorySchema = z.string().refine((id) => assignable.has(id), "no such assignable category");

function partFields(value: unknown, part: string): Record<string, unknown> {
  return read(
    z.record(z.string(), z.unknown()).default({}),
    value ?? undefined,
    "invalidVideoMetadata",
    part,
  );
}

function readSnippet(value: unknown, categoryRequired: boolean): VideoMetadata["snippet"] {
  const fields = partFields(value, "snippet");
  const category = categoryRequired ? categorySchema : categorySchema.default("22");
  return {
    title: read(titleSchema, fields["title"], "invalidTitle", "snippet.title"),
    description: read(descriptionSchema, fields["description"], "invalidDescription", "snippet.description"),
    tags: read(tagsSchema, fields["tags"], "invalidTags", "snippet.tags"),
    categoryId: read(category, fields["categoryId"], "invalidCategoryId", "snippet.categoryId"),
    defaultLanguage: read(
      language,
      fields["defaultLanguage"],
      "invalidVideoMetadata",
      "snippet.defaultLanguage",
    ),
    defaultAudioLanguage: read(
      language,
      fields["defaultAudioLanguage"],
      "invalidVideoMetadata",
      "snippet.defaultAudioLanguage",
    ),
  };
}

const flag = (fields: Record<string, unknown>, name: string, otherwise: boolean) =>
  read(z.boolean().default(otherwise), fields[name], "invalidVideoMetadata", `status.${name}`);

function readStatus(value: unknown): VideoMetadata["status"] {
  const fields = partFields(value, "status");
  const privacy = z.enum(privacyStatuses).default("public");
  const privacyStatus = read(
    privacy,
    fields["privacyStatus"],
    "invalidVideoMetadata",
    "status.privacyStatus",
  );
  const publishAt = read(dateTime.optional(), fields["publishAt"], "invalidPublishAt", "status.publishAt");
  if (publishAt !== undefined && privacyStatus !== "private") {
    throw refuse("invalidPublishAt", "status.publishAt", "publishAt needs privacyStatus private.");
  }
  const license = z.enum(["youtube", "creativeCommon"]).default("youtube");
  return {
    privacyStatus,
    publishAt: publishAt === undefined ? undefined : new Date(publishAt).toISOString(),
    selfDeclaredMadeForKids: flag(fields, "selfDeclaredMadeForKids", false),
    containsSyntheticMedia: flag(fields, "containsSyntheticMedia", false),
    license: read(license, fields["license"], "invalidVideoMetadata", "status.license"),
    embeddable: flag(fields, "embeddable", true),
    publicStatsViewable: flag(fields, "publicStatsViewable", true),
  };
}

function readRecording(value: unknown): VideoMetadata["recordingDetails"] {
  const field = "recordingDetails.recordingDate";
  const { recordingDate } = partFields(value, "recordingDetails");
  return { recordingDate: read(dateTime.optional(), recordingDate, "invalidRecordingDetails", field) };
}

function readPlacement(value: unknown): VideoMetadata["paidProductPlacementDetails"] {
  const part = "paidProductPlacementDetails";
  const { hasPaidProductPlacement } = partFields(value, part);
  const schema = z.boolean().default(false);
  return { hasPaidProductPlacement: read(schema, hasPaidProductPlacement, "invalidVideoMetadata", part) };
}

function readLocalizations(value: unknown): VideoMetadata["localizations"] {
  const schema = z.record(z.string(), z.object({ title: titleSchema, description: descriptionSchema }));
  return read(schema.default({}), value, "invalidVideoMetadata", "localizations");
}

interface Reading {
  /** The parts to write; the others keep the values of `before`. */
  parts: readonly string[];
  /** The current properties; absent for a new video. */
  before: VideoMetadata | undefined;
}

/**
 * Parses a video resource as videos.insert and videos.update do: each named part is replaced as a whole.
 *
 * @throws ApiError with the reason of the first invalid field
 */
export function readMetadata(body: unknown, { parts, before }: Reading): VideoMetadata {
  const resource = partFields(body, "video");
  const written = (part: WritablePart) => before === undefined || parts.includes(part);
  const stray = writableParts.find((part) => resource[part] !== undefined && !parts.includes(part));
  if (stray !== undefined) {
    throw new ApiError(
      400,
      "unexpectedPart",
      `The body has ${stray}, which the part parameter does not name.`,
      {
        domain: "youtube.part",
        location: "part",
        locationType: "parameter",
      },
    );
  }
  const metadata: VideoMetadata = {
    snippet:
      before && !written("snippet") ? before.snippet : readSnippet(resource["snippet"], before !== undefined),
    status: before && !written("status") ? before.status : readStatus(resource["status"]),
    recordingDetails:
      before && !written("recordingDetails")
        ? before.recordingDetails
        : readRecording(resource["recordingDetails"]),
    paidProductPlacementDetails:
      before && !written("paidProductPlacementDetails")
        ? before.paidProductPlacementDetails
        : readPlacement(resource["paidProductPlacementDetails"]),
    localizations:
      before && !written("localizations")
        ? before.localizations
        : readLocalizations(resource["localizations"]),
  };
  if (Object.keys(metadata.localizations).length > 0 && metadata.snippet.defaultLanguage === undefined) {
    throw refuse(
      "defaultLanguageNotSet",
      "snippet.defaultLanguage",
      "Localizations require a default language.",
    );
  }
  return metadata;
}
