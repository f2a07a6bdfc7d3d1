import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { siteEndpoints } from "../contract.ts";
import type { Contact } from "../rules.ts";

/** `contact` comes from the settings. */
export function siteHandlers(parts: { contact: Contact }): Handlers<typeof siteEndpoints> {
  return { contact: async () => parts.contact };
}
