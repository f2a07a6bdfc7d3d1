import { actorOf, type ReadContext } from "#foundation/server/context.ts";
import type { Seal } from "#foundation/server/seal.ts";
import { after, hour } from "#foundation/time.ts";

/** `v` for what belongs to a video, `f` for a stored file. */
type Kind = "v" | "f";

/** How long an address works at least, unless the review window ends before. */
const validFor = 4 * hour;
const purpose = "media";

/**
 * The folder-like first part of an address, `/media/v/<token>/<id>`: names relative to it (the segments of a playlist)
 * stay signed. It works for the reader alone, and is the same for a whole hour, so that browsers can cache.
 */
export function signedFolder(ctx: ReadContext, kind: Kind, id: string, until?: Date | null): string {
  const person = actorOf(ctx).id;
  const rounded = new Date(Math.ceil(after(ctx.now, validFor).getTime() / hour) * hour);
  const expires = until && until < rounded ? until : rounded;
  return `/media/${kind}/${ctx.seal.sign(purpose, `${kind}:${id}:${person}`, expires)}/${id}`;
}

/** Whose address it is, and until when; null when the token is forged, over, or made for something else. */
export function readerOf(
  seal: Seal,
  kind: Kind,
  id: string,
  token: string,
  now: Date,
): { personId: number; until: Date } | null {
  const sealed = seal.verify(purpose, token, now);
  const prefix = `${kind}:${id}:`;
  if (!sealed?.payload.startsWith(prefix)) return null;
  return { personId: Number(sealed.payload.slice(prefix.length)), until: sealed.expires };
}
