import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { publicationsEndpoints } from "#modules/publishing/contract/publications.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { listPublications } from "./publications.ts";

export function publicationsHandlers(
  dependencies: PublishingDependencies,
): Handlers<typeof publicationsEndpoints> {
  return {
    publications: async ({ read, query }) => read((ctx) => listPublications(ctx, query, dependencies)),
  };
}
