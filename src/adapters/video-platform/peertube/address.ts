import { hasPrivateAddress } from "#core/server/public-address.ts";

import { platformError } from "../platform-error.ts";

/** Which instances may be connected besides those at public addresses over https. */
export interface AddressRules {
  /** Also instances in the server's own network and without TLS. */
  allowPrivate: boolean;
  /** Origins that are always allowed, such as that of the sandbox. */
  trustedOrigins: readonly string[];
}

/**
 * The origin of an instance from what a user typed, with or without scheme and path. Throws `address_refused` for an
 * address that the server must not send requests to; names are checked once more when they are resolved.
 */
export function instanceOrigin(text: string, rules: AddressRules): string {
  const typed = text.trim();
  const url = URL.parse(typed.includes("://") ? typed : `https://${typed}`);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || url.username !== "" || url.password !== "") {
    throw platformError("address_refused", "PeerTube");
  }
  if (isTrusted(url, rules)) return url.origin;
  if (url.protocol !== "https:" || hasPrivateAddress(url) || !publicHost.test(url.hostname)) {
    throw platformError("address_refused", "PeerTube");
  }
  return url.origin;
}

/** An IP address, or a name with at least two parts. */
const publicHost = /^(\[.+\]|[^.]+(\.[^.]+)+\.?)$/;

export function isTrusted(url: URL, { allowPrivate, trustedOrigins }: AddressRules): boolean {
  return allowPrivate || trustedOrigins.includes(url.origin);
}
