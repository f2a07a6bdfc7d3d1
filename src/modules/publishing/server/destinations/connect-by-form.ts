import type { LoginFields } from "#adapters/video-platform/platform.ts";
import type { Actor } from "#core/server/context.ts";
import { type ConnectedDestination, destinationsError } from "#modules/publishing/contract/destinations.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { encryptTokens } from "./access.ts";
import { fromPlatform } from "./authorization.ts";
import { storeConnection } from "./connection.ts";
import { requireSpace } from "./connections.ts";
import { encryptSettings } from "./platforms.ts";
import { presentDestination } from "./present.ts";

/** Checks that videos can be stored at a destination, and stores the connection, encrypted. */
export async function connectByForm(
  dependencies: PublishingDependencies,
  actor: Actor,
  { kind, fields }: { kind: DestinationKind; fields: LoginFields },
): Promise<ConnectedDestination> {
  const { run, keyring, platforms } = dependencies;
  const { form } = platforms[kind];
  if (!form) throw destinationsError("destination_not_found");
  await requireSpace(dependencies, actor);
  const { tokens, channels } = await fromPlatform(form.nameOf(fields), () => form.logIn(fields));
  const [{ channel, settings }] = channels;
  const saved = await run(actor, (ctx) =>
    storeConnection(ctx, {
      ...{ personId: actor.id, kind, accountId: channel.id, title: channel.title },
      ...{ pictureUrl: "", uploadsPlaylistId: null },
      encryptedSettings: encryptSettings(keyring, settings),
      ...encryptTokens(keyring, tokens),
    }),
  );
  return presentDestination(saved);
}
