import type { Handlers } from "#core/server/bind-endpoints.ts";

import type { siteEndpoints } from "../contract/site.ts";
import type { SiteDependencies } from "./dependencies.ts";

export function siteHandlers({ contact }: SiteDependencies): Handlers<typeof siteEndpoints> {
  return { contact: async () => contact };
}
