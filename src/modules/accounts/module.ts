import type { Module } from "#core/server/module.ts";
import { endpointGroup } from "#core/server/module.ts";

import { accountsEndpoints } from "./contract.ts";
import { credentialsEndpoints } from "./contract/credentials.ts";
import { forgottenPasswordEndpoints } from "./contract/forgotten-password.ts";
import { googleEndpoints } from "./contract/google.ts";
import { accountDeletionEndpoints } from "./contract/leaving.ts";
import { passkeyEndpoints } from "./contract/passkeys.ts";
import { sessionsEndpoints } from "./contract/sessions.ts";
import { credentialsHandlers } from "./server/credentials-routes.ts";
import { forgottenPasswordHandlers } from "./server/forgotten-password-routes.ts";
import { googleHandlers } from "./server/google/routes.ts";
import { accountsJobs } from "./server/jobs.ts";
import { accountDeletionHandlers } from "./server/leaving-routes.ts";
import { passkeyHandlers } from "./server/passkeys/routes.ts";
import { accountsData } from "./server/personal-data.ts";
import { accountsHandlers } from "./server/routes.ts";
import { sessionsHandlers } from "./server/session-routes.ts";

type Dependencies = Omit<Parameters<typeof accountDeletionHandlers>[0], "limits"> &
  Omit<Parameters<typeof googleHandlers>[0], "limits"> &
  Parameters<typeof accountsJobs>[0];

export const accountsModule: Module<Dependencies> = {
  name: "accounts",
  endpoints: (dependencies) => [
    endpointGroup(accountsEndpoints, accountsHandlers(dependencies)),
    endpointGroup(forgottenPasswordEndpoints, forgottenPasswordHandlers(dependencies)),
    endpointGroup(credentialsEndpoints, credentialsHandlers(dependencies)),
    endpointGroup(sessionsEndpoints, sessionsHandlers(dependencies)),
    endpointGroup(passkeyEndpoints, passkeyHandlers(dependencies)),
    endpointGroup(googleEndpoints, googleHandlers(dependencies)),
    endpointGroup(accountDeletionEndpoints, accountDeletionHandlers(dependencies)),
  ],
  jobs: accountsJobs,
  personalData: accountsData,
};
