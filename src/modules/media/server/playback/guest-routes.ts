import type { FastifyInstance } from "fastify";

import type { ReadContext } from "#core/server/context.ts";
import { createExpiringCache } from "#core/server/expiring-cache.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import type { MediaDependencies } from "../dependencies.ts";
import { findFile } from "../files/queries.ts";
import { fileKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { accessCacheMilliseconds } from "./access-check.ts";
import { type ServedObject, serveObject } from "./serve-object.ts";
import { isDownload, parseGuestPath, type SignedPath, videoObject } from "./signed-path.ts";
import { type Kind, verifyUrl } from "./signed-url.ts";

const maxCachedResults = 1000;

type Served = Omit<ServedObject, "secondsLeft"> & { needsDownload: boolean };

/**
 * Registers the signed URLs of guests, `/media/g/<link>/…`. Each needs the cookie of the guest it was made for, and works
 * while their link can be used. Originals that aren't played, and saving a file, need the right to download.
 */
export function registerGuestRoutes(app: FastifyInstance, dependencies: MediaDependencies): void {
  const { read, identifyGuest, mayGuestRead, storage, keyring, clock } = dependencies;
  const cached = createExpiringCache<Served>({
    lifetime: accessCacheMilliseconds,
    maxEntries: maxCachedResults,
    clock,
  });

  const hidden = { schema: { hide: true }, config: { kind: "media" }, exposeHeadRoute: true } as const;

  app.get("/media/g/*", hidden, async (request, reply) => {
    const path = parseGuestPath(request.params);
    if (!path) throw mediaError("not_stored");
    const now = clock();
    const claims = verifyUrl(keyring, path, now);
    const guest = claims && (await identifyGuest(request, path.linkId));
    if (!claims || !guest) throw mediaError("link_expired");
    if (claims.reader !== guest.id) throw mediaError("not_stored");
    const { needsDownload, ...object } = await cached(
      `${guest.id} ${path.kind} ${path.id} ${path.rest}`,
      () =>
        read(null, async (ctx) => {
          const served = (await mayGuestRead({ ...ctx, guest }, path)) ? await servedTo(ctx, path) : null;
          if (!served) throw mediaError("not_stored");
          return served;
        }),
    );
    const saves = isDownload(request);
    if ((needsDownload || saves) && !guest.rights.includes("download")) throw mediaError("not_stored");
    const secondsLeft = Math.floor((claims.expires.getTime() - now.getTime()) / second);
    const disposition = saves ? "attachment" : "inline";
    return serveObject(storage, { ...object, disposition, secondsLeft }, request, reply);
  });
}

async function servedTo(
  { tx }: ReadContext,
  { kind, ...path }: SignedPath & { kind: Kind },
): Promise<Served | null> {
  if (kind === "f") {
    const file = await findFile(tx, path.id);
    return (
      file && {
        key: fileKey(path.id),
        type: file.type,
        name: file.name,
        cache: "immutable",
        needsDownload: false,
      }
    );
  }
  const video = await findVideo(tx, path.id);
  const object = video && videoObject(path, video);
  if (!object || isDiscarded(video)) return null;
  return { ...object, needsDownload: path.rest.startsWith("original/") && video.plays !== "original" };
}
