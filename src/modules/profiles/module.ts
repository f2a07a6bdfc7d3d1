import { endpointGroup, type Module } from "#core/server/module.ts";

import { profilesEndpoints } from "./contract.ts";
import { editorsEndpoints } from "./contract/editors.ts";
import type { ProfilesDependencies } from "./server/dependencies.ts";
import { editorsHandlers } from "./server/editors/routes.ts";
import { profilesEventHandlers } from "./server/event-handlers.ts";
import { profilesData } from "./server/personal-data.ts";
import { profilesHandlers, registerProfilesRoutes } from "./server/routes.ts";
import { signUpPictureWorker } from "./server/sign-up-picture.ts";

export const profilesModule: Module<ProfilesDependencies> = {
  name: "profiles",
  endpoints: () => [
    endpointGroup(profilesEndpoints, profilesHandlers()),
    endpointGroup(editorsEndpoints, editorsHandlers()),
  ],
  routes: registerProfilesRoutes,
  eventHandlers: profilesEventHandlers,
  jobs: (dependencies) => [signUpPictureWorker(dependencies)],
  personalData: profilesData,
};
