import { endpointGroup, type Module } from "#core/server/module.ts";

import { operatorFigureEndpoints } from "./contract/figures.ts";
import { operatorInvitationEndpoints } from "./contract/invitations.ts";
import { operatorJobEndpoints } from "./contract/jobs.ts";
import { operatorLogEndpoints } from "./contract/log.ts";
import { operatorSettingEndpoints } from "./contract/settings.ts";
import { operatorUserEndpoints } from "./contract/users.ts";
import type { OperatorsDependencies } from "./server/dependencies.ts";
import { measureWorker } from "./server/figures/measure.ts";
import { operatorFigureHandlers } from "./server/figures/routes.ts";
import { operatorInvitationHandlers } from "./server/invitations/routes.ts";
import { operatorJobHandlers } from "./server/jobs/routes.ts";
import { operatorLogHandlers } from "./server/log/routes.ts";
import { operatorSettingHandlers } from "./server/settings/routes.ts";
import { operatorUserHandlers } from "./server/users/routes.ts";

export const operatorsModule: Module<OperatorsDependencies> = {
  name: "operators",
  endpoints: (dependencies) => [
    endpointGroup(operatorFigureEndpoints, operatorFigureHandlers(dependencies)),
    endpointGroup(operatorUserEndpoints, operatorUserHandlers(dependencies)),
    endpointGroup(operatorInvitationEndpoints, operatorInvitationHandlers()),
    endpointGroup(operatorJobEndpoints, operatorJobHandlers(dependencies)),
    endpointGroup(operatorSettingEndpoints, operatorSettingHandlers(dependencies)),
    endpointGroup(operatorLogEndpoints, operatorLogHandlers()),
  ],
  jobs: (dependencies) => [measureWorker(dependencies)],
};
