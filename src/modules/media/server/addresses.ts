import { actorOf, type ReadContext } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { after, hour } from "#core/time.ts";

/** `v` for what belongs to a video, `f` for a stored file. */
type Kind = "v" | "f";

/** As what somebody is given an address, and until when. */
export interface Terms {
  /** What it belongs to, such as `task:12`; null for what the reader has sent and reads as its sender. */
  subject: string | null;
  /** Its end, where that comes before the usual one. */
  until: Date | null;
}

/** What a genuine address says. */
export interface Address {
  id: string;
  personId: number;
  subject: string | null;
  until: Date;
}

/** How long an address works at least, unless the review window ends before. */
const validFor = 4 * hour;
const purpose = "media";

/**
 * The folder-like first part of an address, `/media/v/<token>/<id>`: names relative to it (the segments of a playlist)
 * stay signed. It works for the reader alone, and is the same for a whole hour, so that browsers can cache.
 */
export function signedFolder(ctx: ReadContext, kind: Kind, id: string, { subject, until }: Terms): string {
  const person = actorOf(ctx).id;
  const rounded = new Date(Math.ceil(after(ctx.now, validFor).getTime() / hour) * hour);
  const expires = until && until < rounded ? until : rounded;
  const payload = `${kind}:${id}:${person}:${subject ?? ""}`;
  return `/media/${kind}/${ctx.keyring.sign(purpose, payload, expires)}/${id}`;
}

/** What the address says; null when its token is forged, over, or made for something else. */
export function readAddress(
  keyring: Keyring,
  { kind, id, token }: { kind: Kind; id: string; token: string },
  now: Date,
): Address | null {
  const sealed = keyring.verify(purpose, token, now);
  const prefix = `${kind}:${id}:`;
  if (!sealed?.payload.startsWith(prefix)) return null;
  const [person, ...subject] = sealed.payload.slice(prefix.length).split(":");
  return { id, personId: Number(person), subject: subject.join(":") || null, until: sealed.expires };
}
