import { endpointGroup, type Module } from "#core/server/module.ts";

import { peopleEndpoints } from "./contract/people.ts";
import { peopleHandlers } from "./server/people/routes.ts";
import { peopleData } from "./server/personal-data.ts";

export const peopleModule: Module = {
  name: "people",
  endpoints: () => [endpointGroup(peopleEndpoints, peopleHandlers())],
  personalData: peopleData,
};
