import { hour, minute } from "#core/time.ts";

/** Links of one task that can be used at the same time. */
export const maxActiveLinks = 20;
/** Guests of one link. */
export const maxGuests = 500;
/** Entries of the access log that are listed. */
export const maxListedVisits = 200;
/** Visits of one link that are recorded. */
export const maxVisits = 5000;
export const minLinkPasswordLength = 6;

/** New links of one user. */
export const linkLimit = { attempts: 60, window: hour };
/** Passwords of links that one user sets. */
export const linkPasswordLimit = { attempts: 60, window: hour };
/** Wrong passwords for one link from one address. */
export const guessLimit = { attempts: 5, window: 15 * minute };
/** Wrong passwords for one link from one site. Those of others don't lock the link: its address is a secret, too. */
export const guessLimitOfSite = { attempts: 20, window: hour };
/** Guests of one link from one address. */
export const openLimit = { attempts: 30, window: 15 * minute };
/** Comments and replies of one guest. */
export const guestCommentLimit = { attempts: 20, window: minute };
/** Comments and replies of all guests of one link. */
export const linkCommentLimit = { attempts: 600, window: hour };
/** A guest's visit is recorded at most this often. */
export const guestTouchInterval = minute;
/** The cookie of a guest lasts this long; the link ends earlier. */
export const guestCookieLength = 30 * 24 * hour;

export const guestCookie = "reelay_guest";

/** Path of the realtime connections of a link's guests, to which browsers send the guest's cookie. */
export function guestSocketPath(linkId: string): string {
  return `/socket.io/${linkId}`;
}

/** Events of the access log. */
export const visitKinds = ["opened", "wrong_password", "commented", "downloaded"] as const;
export type VisitKind = (typeof visitKinds)[number];

/** States of a link; `ended` when its version is no longer in review. */
export const linkStates = ["active", "ended", "expired", "revoked"] as const;
export type LinkState = (typeof linkStates)[number];

/** The state of a link at `now`. `inReview` is false once its version was decided on or its review window has ended. */
export function linkState(
  link: { revokedAt: Date | null; expiresAt: Date | null; inReview: boolean },
  now: Date,
): LinkState {
  if (link.revokedAt) return "revoked";
  if (!link.inReview) return "ended";
  return link.expiresAt && link.expiresAt <= now ? "expired" : "active";
}

/** Name of a guest next to those of users. Names of users may look the same, but theirs have a profile. */
export function guestLabel(name: string): string {
  return `Guest: ${name}`;
}

/** An IP address without its last part: the network of 24 bits for IPv4, of 48 bits for IPv6. */
export function shortAddress(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  const [head = ""] = address.split("%");
  const [first = "", right] = head.split("::");
  const groups = first.split(":").filter((group) => group !== "");
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(":").filter(Boolean).length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(right ?? "").split(":")];
  return `${all.slice(0, 3).join(":")}::/48`;
}
