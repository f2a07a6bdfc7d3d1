import { Agent } from "undici";

import { lookupPublic } from "#core/server/public-address.ts";

import { type AddressRules, isTrusted } from "./typed-address.ts";

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
