import type { Issue } from "#core/error.ts";

import { type DestinationKind, descriptors } from "../platforms/platforms.ts";

interface Texts {
  title: string;
  description: string;
  tags: readonly string[];
}

/** Issues of the texts that some of the platforms of a video would refuse, besides the limits of all. */
export function textIssues(
  kinds: readonly DestinationKind[],
  { title, description }: Pick<Texts, "title" | "description">,
): Issue[] {
  for (const kind of kinds) {
    const { name, textLimits } = descriptors[kind];
    if (!textLimits) continue;
    const { minLength } = textLimits;
    const short = Object.entries({ title, description }).filter(([, text]) => textLength(text) < minLength);
    const issues = short.map(([path]) => ({
      path,
      message: `${name} needs a ${path} of at least ${minLength} characters.`,
    }));
    if (issues.length > 0) return issues;
  }
  return [];
}

/** Tags that a platform of the video doesn't take, in words; null if all are sent. */
export function unsentTags(kinds: readonly DestinationKind[], tags: readonly string[]): string | null {
  for (const kind of kinds) {
    const { name, textLimits } = descriptors[kind];
    if (!textLimits) continue;
    const { count, min, max } = textLimits.tags;
    const fitting = new Set(tags.filter((tag) => tag.length >= min && tag.length <= max).slice(0, count));
    const unsent = tags.filter((tag) => !fitting.has(tag));
    if (unsent.length === 0) continue;
    const list = new Intl.ListFormat("en").format(unsent.map((tag) => `“${tag}”`));
    return `${name} takes ${count} tags of ${min} to ${max} characters, so it doesn't get ${list}.`;
  }
  return null;
}

function textLength(text: string): number {
  return [...text.trim()].length;
}
