import { endpointGroup, type Module } from "#core/server/module.ts";

import { boardEndpoints } from "./contract/board.ts";
import { boardHandlers } from "./server/list/routes.ts";

export const boardModule: Module = {
  name: "board",
  endpoints: () => [endpointGroup(boardEndpoints, boardHandlers())],
};
