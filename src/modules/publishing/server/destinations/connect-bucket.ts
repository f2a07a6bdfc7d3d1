import type { BucketLogin } from "#adapters/video-platform/s3/s3-buckets.ts";
import type { Actor } from "#core/server/context.ts";
import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { encryptTokens } from "./access.ts";
import { fromPlatform } from "./authorization.ts";
import { storeConnection } from "./connection.ts";
import { requireSpace } from "./connections.ts";
import { encryptSettings } from "./platforms.ts";
import { presentDestination } from "./present.ts";

/** Checks that the keys can store videos in a bucket, and stores the connection; the keys are encrypted. */
export async function connectBucket(
  dependencies: PublishingDependencies,
  actor: Actor,
  login: BucketLogin,
): Promise<ConnectedDestination> {
  const { run, keyring, s3 } = dependencies;
  await requireSpace(dependencies, actor);
  const { tokens, channel, settings } = await fromPlatform(s3.nameOf(login), () => s3.connect(login));
  const saved = await run(actor, (ctx) =>
    storeConnection(ctx, {
      ...{ personId: actor.id, kind: "s3", accountId: channel.id, title: channel.title },
      ...{ pictureUrl: "", uploadsPlaylistId: null },
      encryptedSettings: encryptSettings(keyring, settings),
      ...encryptTokens(keyring, tokens),
    }),
  );
  return presentDestination(saved);
}
