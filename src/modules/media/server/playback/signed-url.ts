import { currentActor, type ReadContext } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { after, hour } from "#core/time.ts";
import { type FileOwner, ownerText } from "#modules/media/rules/file-owner.ts";

/** `v` for the files of a video, `f` for a stored file. */
export type Kind = "v" | "f";

/** Terms on which a user may read a file: its owner and the expiry. */
export interface AccessTerms {
  /** Null for users who read their own uploads. */
  owner: FileOwner | null;
  /** An expiry earlier than the default one, or null. */
  until: Date | null;
}

/** Claims of a verified URL. */
export interface UrlClaims {
  id: string;
  /** Id of the user or guest it was made for. */
  reader: string;
  owner: FileOwner | null;
  expires: Date;
}

/** Minimum lifetime of a URL, unless its terms end earlier. */
const lifetime = 4 * hour;
const purpose = "media";

/**
 * The signed base path `/media/v/<token>/<id>` for the actor, or `/media/g/<link>/v/<token>/<id>` for a guest. Relative names below it, such as the segments of a playlist,
 * are covered by the signature. The same for all calls within an hour, so that browsers can cache.
 */
export function signedUrlFolder(
  ctx: ReadContext,
  kind: Kind,
  id: string,
  { owner, until }: AccessTerms,
): string {
  const guest = ctx.actor ? undefined : ctx.guest;
  const reader = guest?.id ?? currentActor(ctx).id;
  const rounded = new Date(Math.ceil(after(ctx.now, lifetime).getTime() / hour) * hour);
  const expires = until && until < rounded ? until : rounded;
  const payload = `${kind}:${id}:${reader}:${owner ? ownerText(owner) : ""}`;
  const base = guest ? `/media/g/${guest.linkId}` : "/media";
  return `${base}/${kind}/${ctx.keyring.sign(purpose, payload, expires)}/${id}`;
}

/** The claims of a URL; null when its token is forged, expired, or was signed for something else. */
export function verifyUrl(
  keyring: Keyring,
  { kind, id, token }: { kind: Kind; id: string; token: string },
  now: Date,
): UrlClaims | null {
  const verified = keyring.verify(purpose, token, now);
  const prefix = `${kind}:${id}:`;
  if (!verified?.payload.startsWith(prefix)) return null;
  const [reader = "", ownerKind, ownerId] = verified.payload.slice(prefix.length).split(":");
  // The signature covers the kind, so that it is one of those that were signed.
  const owner = ownerKind ? { kind: ownerKind as FileOwner["kind"], id: Number(ownerId) } : null;
  return { id, reader, owner, expires: verified.expires };
}
