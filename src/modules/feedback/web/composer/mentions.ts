import type { PersonCard } from "#modules/people/contract/people.ts";

type Named = Pick<PersonCard, "id" | "name">;

/** The mention being typed: position of its @ and the text up to the caret. */
export interface MentionQuery {
  at: number;
  query: string;
}

/** The mention before the caret that is being written, or null. Names may contain spaces. */
export function mentionBefore(text: string, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf("@");
  if (at < 0 || /\S/.test(before.charAt(at - 1))) return null;
  const query = before.slice(at + 1);
  return query.includes("\n") || query.length > 50 ? null : { at, query };
}

/** The members whose name a query begins, or a part of whose name it begins. */
export function matchingMembers<M extends Named>(members: readonly M[], query: string): M[] {
  const wanted = query.toLocaleLowerCase();
  return members.filter(({ name }) => {
    const lower = name.toLocaleLowerCase();
    return lower !== wanted && (lower.startsWith(wanted) || lower.includes(` ${wanted}`));
  });
}

/** The text with the mention of a member in place of what was written; the caret belongs after it. */
export function insertMention(
  text: string,
  { at, query }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const mention = `@${name} `;
  const rest = text.slice(at + 1 + query.length).replace(/^ /, "");
  return { text: text.slice(0, at) + mention + rest, caret: at + mention.length };
}

/** A part of a text: plain, or the mention of a member. */
export interface MentionPart {
  text: string;
  /** The mentioned member and the position of the part. */
  mention?: { id: number; name: string; at: number };
}

/** Splits a text at the names of members after an @. */
export function splitMentions(text: string, members: readonly Named[]): MentionPart[] {
  const parts: MentionPart[] = [];
  let done = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const member = at < done ? undefined : memberAt(text, at, members);
    if (!member) continue;
    if (at > done) parts.push({ text: text.slice(done, at) });
    done = at + 1 + member.name.length;
    parts.push({ text: text.slice(at, done), mention: { id: member.id, name: member.name, at } });
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

/** The member with the longest name that follows the @ at a position. */
function memberAt(text: string, at: number, members: readonly Named[]): Named | undefined {
  if (/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return undefined;
  return members
    .filter(({ name }) => {
      const end = at + 1 + name.length;
      return text.slice(at + 1, end) === name && !/[\p{L}\p{N}]/u.test(text.charAt(end));
    })
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

/** Ids of the members whom a text mentions. */
export function mentionedIn(text: string, members: readonly Named[]): number[] {
  return [...new Set(splitMentions(text, members).flatMap(({ mention }) => mention?.id ?? []))];
}
