import type { FastifyInstance, FastifyRequest } from "fastify";

import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { keptKeys } from "../deletion/kept-objects.ts";
import type { MediaDependencies } from "../dependencies.ts";
import { findFile } from "../files/queries.ts";
import { fileKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { createAccessCheck } from "./access-check.ts";
import { type ServedObject, serveObject } from "./serve-object.ts";
import { isDownload, parsePath, type SignedPath, videoObject } from "./signed-path.ts";
import { type UrlClaims, verifyUrl } from "./signed-url.ts";

/**
 * Registers the signed URLs below `/media/`. Each needs the session of the user it was made for, and works while that
 * user may read it.
 */
export function registerPlaybackRoutes(app: FastifyInstance, dependencies: MediaDependencies): void {
  const { read, storage, keyring, clock, mayRead } = dependencies;

  const verify = (request: FastifyRequest, kind: "v" | "f"): VerifiedPath => {
    const path = parsePath(request.params);
    if (!path) throw mediaError("not_stored");
    const now = clock();
    const claims = verifyUrl(keyring, { kind, ...path }, now);
    if (!claims) throw mediaError("link_expired");
    const { actor } = request;
    if (!actor) throw mediaError("link_expired");
    if (String(actor.id) !== claims.reader) throw mediaError("not_stored");
    const secondsLeft = Math.floor((claims.expires.getTime() - now.getTime()) / second);
    return { ...path, claims: { ...claims, personId: actor.id }, secondsLeft };
  };

  const readableVideo = createAccessCheck({ find: findVideo, mayRead: mayRead.video, read, clock });
  const readableFile = createAccessCheck({ find: findFile, mayRead: mayRead.file, read, clock });

  const hidden = { schema: { hide: true }, config: { kind: "media" }, exposeHeadRoute: true } as const;

  app.get("/media/v/*", hidden, async (request, reply) => {
    const { secondsLeft, claims, ...path } = verify(request, "v");
    const video = await readableVideo(claims);
    const object = videoObject(path, video);
    if (!object) throw mediaError("not_stored");
    if (isDiscarded(video) && !keptKeys(video).includes(object.key)) throw mediaError("not_stored");
    const disposition = isDownload(request) ? "attachment" : "inline";
    return serveObject(storage, { ...object, disposition, secondsLeft }, request, reply);
  });

  app.get("/media/f/*", hidden, async (request, reply) => {
    const { id, secondsLeft, claims } = verify(request, "f");
    const { type, name } = await readableFile(claims);
    const disposition = isDownload(request) ? "attachment" : "inline";
    const key = fileKey(id);
    const object: ServedObject = { key, type, name, disposition, cache: "immutable", secondsLeft };
    return serveObject(storage, object, request, reply);
  });
}

interface VerifiedPath extends SignedPath {
  claims: UrlClaims & { personId: number };
  /** Until the URL expires. */
  secondsLeft: number;
}
