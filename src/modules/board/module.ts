import { endpointGroup, type Module } from "#core/server/module.ts";

import { boardEndpoints } from "./contract.ts";
import { boardHandlers } from "./server/routes.ts";

export const boardModule: Module = {
  name: "board",
  endpoints: () => [endpointGroup(boardEndpoints, boardHandlers())],
};
