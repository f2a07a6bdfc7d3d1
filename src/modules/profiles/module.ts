import { endpointGroup, type Module } from "#core/server/module.ts";

import { editorsEndpoints } from "./contract/editors.ts";
import { profilesEndpoints } from "./contract/profiles.ts";
import type { ProfilesDependencies } from "./server/dependencies.ts";
import { editorsHandlers } from "./server/editors/routes.ts";
import { profilesEventHandlers } from "./server/event-handlers.ts";
import { profilesData } from "./server/personal-data.ts";
import { signUpPictureWorker } from "./server/pictures/sign-up-picture.ts";
import { profilesHandlers, registerProfilesRoutes } from "./server/profiles/routes.ts";

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
