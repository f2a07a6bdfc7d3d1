import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { operatorFigureEndpoints } from "#modules/operators/contract/figures.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import { readOverview, readStorageReport, withServer } from "./reports.ts";

export function operatorFigureHandlers(
  dependencies: OperatorsDependencies,
): Handlers<typeof operatorFigureEndpoints> {
  return {
    overview: async ({ run }) =>
      withServer(await run((ctx) => readOverview(ctx, dependencies)), dependencies),
    storageReport: ({ run }) => run((ctx) => readStorageReport(ctx, dependencies)),
  };
}
