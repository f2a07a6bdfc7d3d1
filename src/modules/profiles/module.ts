import { endpointGroup, type Module } from "#core/server/module.ts";

import { profilesEndpoints } from "./contract.ts";
import type { ProfilesDependencies } from "./server/dependencies.ts";
import { profilesEventHandlers } from "./server/event-handlers.ts";
import { googlePictureWorker } from "./server/google-picture.ts";
import { profilesData } from "./server/personal-data.ts";
import { profilesHandlers, registerProfilesRoutes } from "./server/routes.ts";

export const profilesModule: Module<ProfilesDependencies> = {
  name: "profiles",
  endpoints: () => [endpointGroup(profilesEndpoints, profilesHandlers())],
  routes: registerProfilesRoutes,
  eventHandlers: profilesEventHandlers,
  jobs: (dependencies) => [googlePictureWorker(dependencies)],
  personalData: profilesData,
};
