import { endpointGroup, type Module } from "#core/server/module.ts";

import { siteEndpoints } from "./contract.ts";
import type { Contact } from "./rules.ts";
import { siteHandlers } from "./server/routes.ts";

export const siteModule: Module<{ contact: Contact }> = {
  name: "site",
  endpoints: (dependencies) => [endpointGroup(siteEndpoints, siteHandlers(dependencies))],
};
