import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { siteEndpoints } from "../contract.ts";
import type { Contact } from "../rules.ts";

export function siteHandlers(dependencies: { contact: Contact }): Handlers<typeof siteEndpoints> {
  return { contact: async () => dependencies.contact };
}
