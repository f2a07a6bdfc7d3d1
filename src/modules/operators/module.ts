import { endpointGroup, type Module } from "#core/server/module.ts";

import { operatorLogEndpoints } from "./contract/log.ts";
import { operatorUserEndpoints } from "./contract/users.ts";
import type { OperatorsDependencies } from "./server/dependencies.ts";
import { operatorLogHandlers } from "./server/log-routes.ts";
import { operatorUserHandlers } from "./server/users/routes.ts";

export const operatorsModule: Module<OperatorsDependencies> = {
  name: "operators",
  endpoints: (dependencies) => [
    endpointGroup(operatorUserEndpoints, operatorUserHandlers(dependencies)),
    endpointGroup(operatorLogEndpoints, operatorLogHandlers()),
  ],
};
