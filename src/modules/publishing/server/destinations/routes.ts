import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { destinationsEndpoints, formEndpoints } from "#modules/publishing/contract/destinations.ts";
import { connectionForms } from "#modules/publishing/platforms/platforms.ts";

import { requireActor } from "../deliveries/require-actor.ts";
import type { PublishingDependencies } from "../dependencies.ts";
import { authorize, connectChannel, disconnect, finishAuthorization } from "./authorization.ts";
import { chooseDestinations, readChoice } from "./choice.ts";
import {
  authorizeFigures,
  authorizeFromSettings,
  checkDestination,
  connectByForm,
  requireDestination,
} from "./connections.ts";
import { offeredKinds } from "./platforms.ts";
import { presentDestination } from "./present.ts";
import { listDestinations } from "./queries.ts";

export function destinationsHandlers(
  dependencies: PublishingDependencies,
): Handlers<typeof destinationsEndpoints> {
  return {
    list: async ({ read, actor }) =>
      read(async (ctx) => (await listDestinations(ctx.tx, requireActor(actor).id)).map(presentDestination)),
    kinds: async () => offeredKinds(dependencies),
    startAuthorization: async ({ actor, params, body }) =>
      authorizeFromSettings(dependencies, requireActor(actor), { ...params, ...body }),
    authorizeFigures: async ({ actor, body }) =>
      authorizeFigures(dependencies, requireActor(actor), body.destinationId),
    finishAuthorization: async ({ actor, body }) =>
      presentDestination(await finishAuthorization(dependencies, requireActor(actor), body)),
    check: async ({ actor, params }) =>
      checkDestination(dependencies, requireActor(actor), params.destinationId),
    remove: async ({ read, actor, params }) => {
      const { id } = requireActor(actor);
      await read((ctx) => requireDestination(ctx, id, params.destinationId));
      await disconnect(dependencies, requireActor(actor), params.destinationId);
      return null;
    },
    choice: async ({ read, params }) => read((ctx) => readChoice(ctx, params.taskId)),
    choose: async ({ run, params, body }) =>
      run((ctx) => chooseDestinations(ctx, params.taskId, body.destinationIds)),
    authorize: async ({ actor, query }) =>
      authorize(dependencies, requireActor(actor), {
        taskId: query.taskId,
        kind: query.kind,
        reconnect: query.reconnect === "true",
      }),
    getAccessToken: async ({ actor, body }) => connectChannel(dependencies, requireActor(actor), body),
    disconnect: async ({ actor, query }) => {
      await disconnect(dependencies, requireActor(actor), query.destinationId);
      return null;
    },
  };
}

export function formHandlers(dependencies: PublishingDependencies): Handlers<typeof formEndpoints> {
  return Object.fromEntries(
    connectionForms.map(({ kind }): [string, Handlers<typeof formEndpoints>[string]] => [
      kind,
      async ({ actor, body }) => connectByForm(dependencies, requireActor(actor), { kind, fields: body }),
    ]),
  );
}
