import { endpointGroup, type Module } from "#core/server/module.ts";

import { peopleEndpoints } from "./contract.ts";
import { peopleData } from "./server/personal-data.ts";
import { peopleHandlers } from "./server/routes.ts";

export const peopleModule: Module = {
  name: "people",
  endpoints: () => [endpointGroup(peopleEndpoints, peopleHandlers())],
  personalData: peopleData,
};
