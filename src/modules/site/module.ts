import { endpointGroup, type Module } from "#core/server/module.ts";

import { siteEndpoints } from "./contract/site.ts";
import type { SiteDependencies } from "./server/dependencies.ts";
import { siteHandlers } from "./server/routes.ts";

export const siteModule: Module<SiteDependencies> = {
  name: "site",
  endpoints: (dependencies) => [endpointGroup(siteEndpoints, siteHandlers(dependencies))],
};
