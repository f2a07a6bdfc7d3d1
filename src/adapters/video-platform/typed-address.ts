import { Agent } from "undici";

import { hasPrivateAddress, lookupPublic } from "#core/server/public-address.ts";

import { platformError } from "./platform-error.ts";

/** Which addresses that users type may be connected besides public ones over https. */
export interface AddressRules {
  /** Also hosts in the server's own network and without TLS. */
  allowPrivate: boolean;
  /** Origins that are always allowed, such as that of the sandbox. */
  trustedOrigins: readonly string[];
}

/**
 * The origin of a server from what a user typed, with or without scheme and path. Throws `address_refused` for an
 * address that must not be requested; names are checked once more when they are resolved.
 */
export function typedOrigin(text: string, rules: AddressRules, platform: string): string {
  const typed = text.trim();
  const url = URL.parse(typed.includes("://") ? typed : `https://${typed}`);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || url.username !== "" || url.password !== "") {
    throw platformError("address_refused", platform);
  }
  if (isTrusted(url, rules)) return url.origin;
  if (url.protocol !== "https:" || hasPrivateAddress(url) || !publicHost.test(url.hostname)) {
    throw platformError("address_refused", platform);
  }
  return url.origin;
}

/** An IP address, or a name with at least two parts. */
const publicHost = /^(\[.+\]|[^.]+(\.[^.]+)+\.?)$/;

export function isTrusted(url: URL, { allowPrivate, trustedOrigins }: AddressRules): boolean {
  return allowPrivate || trustedOrigins.includes(url.origin);
}

/** Connections to origins that users typed. Names of those that are not trusted must resolve to public addresses. */
export function createGuardedAgents(rules: AddressRules) {
  const trusted = new Agent({ allowH2: false });
  const guarded = new Agent({ allowH2: false, connect: { lookup: lookupPublic } });
  return {
    agentFor: (url: URL): Agent => (isTrusted(url, rules) ? trusted : guarded),
    close: async () => {
      await Promise.all([trusted.close(), guarded.close()]);
    },
  };
}
