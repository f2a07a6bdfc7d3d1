import { endpointGroup, type Module } from "#core/server/module.ts";

import { accountDeletionEndpoints } from "./contract/account-deletion.ts";
import { accountLinkEndpoints } from "./contract/account-links.ts";
import { identityEndpoints } from "./contract/identities.ts";
import { invitationEndpoints } from "./contract/invitations.ts";
import { emailCodeEndpoints } from "./contract/one-time-codes.ts";
import { passkeyEndpoints } from "./contract/passkeys.ts";
import { passwordEndpoints } from "./contract/passwords.ts";
import { sessionEndpoints } from "./contract/sessions.ts";
import { signUpEndpoints } from "./contract/sign-up.ts";
import { accountDeletionHandlers } from "./server/account-deletion/routes.ts";
import { accountLinkHandlers } from "./server/account-links/routes.ts";
import type { SignInDependencies } from "./server/dependencies.ts";
import { identityHandlers } from "./server/identities/routes.ts";
import { invitationHandlers } from "./server/invitations/routes.ts";
import { signInJobs } from "./server/jobs.ts";
import { emailCodeHandlers } from "./server/one-time-codes/routes.ts";
import { passkeyHandlers } from "./server/passkeys/routes.ts";
import { passwordHandlers } from "./server/passwords/routes.ts";
import { signInData } from "./server/personal-data.ts";
import { sessionHandlers } from "./server/sessions/routes.ts";
import { signUpHandlers } from "./server/sign-up/routes.ts";

export const signInModule: Module<SignInDependencies> = {
  name: "sign-in",
  endpoints: (dependencies) => [
    endpointGroup(passwordEndpoints, passwordHandlers(dependencies)),
    endpointGroup(emailCodeEndpoints, emailCodeHandlers()),
    endpointGroup(sessionEndpoints, sessionHandlers(dependencies)),
    endpointGroup(passkeyEndpoints, passkeyHandlers(dependencies)),
    endpointGroup(identityEndpoints, identityHandlers(dependencies)),
    endpointGroup(invitationEndpoints, invitationHandlers()),
    endpointGroup(signUpEndpoints, signUpHandlers()),
    endpointGroup(accountDeletionEndpoints, accountDeletionHandlers(dependencies)),
    endpointGroup(accountLinkEndpoints, accountLinkHandlers(dependencies)),
  ],
  jobs: signInJobs,
  personalData: signInData,
};
