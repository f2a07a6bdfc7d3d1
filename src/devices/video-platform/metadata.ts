import type { Issue } from "#foundation/failure.ts";

export type Privacy = "private" | "public" | "unlisted";

/** What a video is called and how it is shown. Everything is sent explicitly, `false` included (reference, 2.4). */
export interface VideoMetadata {
  title: string;
  description: string;
  tags: readonly string[];
  /** Digits, from the platform's list of assignable categories. */
  categoryId: string;
  /** BCP-47. */
  language?: string | undefined;
  privacy: Privacy;
  /** Only with `private`: when the platform itself makes the video public. */
  publishAt?: Date | undefined;
  madeForKids: boolean;
  /** Realistic altered or generated content. */
  syntheticMedia: boolean;
}

export const metadataLimits = {
  titleUnits: 100,
  descriptionBytes: 5000,
  tagCharacters: 500,
  /** Our own rule; the platform documents no shortest lead (reference, section 9). */
  publishLeadMinutes: 15,
} as const;

/**
 * What the platform would refuse, each with a sentence (video platform reference, 2.4). Nothing is ever trimmed: the
 * person changes it. Runs in browsers too.
 */
export function checkMetadata(metadata: VideoMetadata, now: Date): Issue[] {
  return [
    ...checkTitle(metadata.title),
    ...checkDescription(metadata.description),
    ...checkTags(metadata.tags),
    ...checkCategory(metadata.categoryId),
    ...checkLanguage(metadata.language),
    ...checkPublishAt(metadata, now),
  ];
}

/** 1 to 100 UTF-16 units, without `<` and `>`. */
export function checkTitle(title: string): Issue[] {
  const issues: Issue[] = [];
  if (title.trim() === "") issues.push(issue("title", "Give the video a title."));
  const over = title.length - metadataLimits.titleUnits;
  if (over > 0) issues.push(issue("title", `The title is ${characters(over)} too long; 100 are allowed.`));
  if (hasAngleBracket(title)) issues.push(issue("title", "The title can't contain < or >."));
  return issues;
}

/** At most 5000 bytes of UTF-8, without `<` and `>`. */
export function checkDescription(description: string): Issue[] {
  const issues: Issue[] = [];
  const over = utf8Bytes(description) - metadataLimits.descriptionBytes;
  if (over > 0) {
    issues.push(
      issue(
        "description",
        `The description is ${over} bytes too long; 5000 are allowed, and letters beyond plain English take two to four.`,
      ),
    );
  }
  if (hasAngleBracket(description))
    issues.push(issue("description", "The description can't contain < or >."));
  return issues;
}

/** At most 500 characters in all, as {@link tagCharacters} counts them; no tag is empty. */
export function checkTags(tags: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.trim() === "") issues.push(issue(`tags.${index}`, "A tag can't be empty."));
  }
  const over = tagCharacters(tags) - metadataLimits.tagCharacters;
  if (over > 0)
    issues.push(issue("tags", `The tags are ${characters(over)} too long in all; 500 are allowed.`));
  return issues;
}

/** The platform's count: commas between tags count, and a tag with a space counts two more, as if quoted. */
export function tagCharacters(tags: readonly string[]): number {
  const own = tags.reduce((sum, tag) => sum + tag.length + (tag.includes(" ") ? 2 : 0), 0);
  return own + Math.max(tags.length - 1, 0);
}

/** Bytes of a text in UTF-8; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else if (point < 0x1_00_00) bytes += 3;
    else bytes += 4;
  }
  return bytes;
}

function checkCategory(categoryId: string): Issue[] {
  return /^\d{1,4}$/.test(categoryId) ? [] : [issue("categoryId", "Choose a category.")];
}

function checkLanguage(language: string | undefined): Issue[] {
  if (language === undefined) return [];
  try {
    Intl.getCanonicalLocales(language);
    return [];
  } catch {
    return [issue("language", "Choose a language from the list.")];
  }
}

function checkPublishAt({ publishAt, privacy }: VideoMetadata, now: Date): Issue[] {
  if (publishAt === undefined) return [];
  if (privacy !== "private") {
    return [issue("publishAt", "A video that is published at a given time has to be private until then.")];
  }
  const lead = publishAt.getTime() - now.getTime();
  if (lead >= metadataLimits.publishLeadMinutes * 60_000) return [];
  return [issue("publishAt", "Choose a time at least 15 minutes from now, or publish at once.")];
}

function hasAngleBracket(text: string): boolean {
  return /[<>]/.test(text);
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}

function issue(path: string, message: string): Issue {
  return { path, message };
}
