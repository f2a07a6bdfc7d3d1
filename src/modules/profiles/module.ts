import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Read } from "#core/server/context.ts";
import { endpointGroup, type Module } from "#core/server/module.ts";

import { profilesEndpoints } from "./contract.ts";
import { profilesEventHandlers } from "./server/event-handlers.ts";
import { type GooglePictureParts, googlePictureWorker } from "./server/google-picture.ts";
import { profilesData } from "./server/personal-data.ts";
import { profilesHandlers, registerProfilesRoutes } from "./server/routes.ts";

export const profilesModule: Module<GooglePictureParts & { read: Read; storage: ObjectStorage }> = {
  name: "profiles",
  endpoints: () => [endpointGroup(profilesEndpoints, profilesHandlers())],
  routes: registerProfilesRoutes,
  eventHandlers: profilesEventHandlers,
  jobs: (dependencies) => [googlePictureWorker(dependencies)],
  personalData: profilesData,
};
