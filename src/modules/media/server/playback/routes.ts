import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { EndpointBinding } from "#core/server/bind-endpoints.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { keptKeys } from "../deletion/kept-objects.ts";
import { typeOfName } from "../files/file-type.ts";
import { findFile } from "../files/queries.ts";
import { fileKey, originalKey, videoFolder } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { createAccessCheck, type MayRead } from "./access-check.ts";
import { type ServedObject, serveObject } from "./serve-object.ts";
import { type UrlClaims, verifyUrl } from "./signed-url.ts";

export interface PlaybackRouteParts {
  read: EndpointBinding["read"];
  identify: EndpointBinding["identify"];
  storage: ObjectStorage;
  /** The keyring that URLs were signed with. */
  keyring: Keyring;
  clock: () => Date;
  mayRead: { video: MayRead; file: MayRead };
}

/**
 * Registers the signed URLs below `/media/`. Each needs the session of the user it was made for, and works while that
 * user may read it.
 */
export function registerPlaybackRoutes(app: FastifyInstance, parts: PlaybackRouteParts): void {
  const { read, identify, storage, keyring, clock, mayRead } = parts;

  const verify = async (request: FastifyRequest, kind: "v" | "f"): Promise<VerifiedPath> => {
    const path = parsePath(request.params);
    if (!path) throw mediaError("not_stored");
    const now = clock();
    const claims = verifyUrl(keyring, { kind, ...path }, now);
    if (!claims) throw mediaError("link_expired");
    const actor = await identify(request);
    if (!actor) throw mediaError("link_expired");
    if (actor.id !== claims.personId) throw mediaError("not_stored");
    const secondsLeft = Math.floor((claims.expires.getTime() - now.getTime()) / second);
    return { ...path, claims, secondsLeft };
  };

  const readableVideo = createAccessCheck({ find: findVideo, mayRead: mayRead.video, read, clock });
  const readableFile = createAccessCheck({ find: findFile, mayRead: mayRead.file, read, clock });

  const hidden = { schema: { hide: true }, exposeHeadRoute: true };

  app.get("/media/v/*", hidden, async (request, reply) => {
    const { secondsLeft, claims, ...path } = await verify(request, "v");
    const object = videoObject(path);
    if (!object) throw mediaError("not_stored");
    const video = await readableVideo(claims);
    if (isDiscarded(video) && !keptKeys(video).includes(object.key)) throw mediaError("not_stored");
    return serveObject(storage, { ...object, secondsLeft }, request, reply);
  });

  app.get("/media/f/*", hidden, async (request, reply) => {
    const { id, secondsLeft, claims } = await verify(request, "f");
    const { type, name } = await readableFile(claims);
    const object: ServedObject = { key: fileKey(id), type, name, cache: "immutable", secondsLeft };
    return serveObject(storage, object, request, reply);
  });
}

interface SignedPath {
  token: string;
  id: string;
  /** The path below the signed part. */
  rest: string;
}

interface VerifiedPath extends SignedPath {
  claims: UrlClaims;
  /** Until the URL expires. */
  secondsLeft: number;
}

const wildcard = z.object({ "*": z.string() });

/** Splits `<token>/<id>/<rest>`. One wildcard, because the router limits the length of named parameters. */
function parsePath(params: unknown): SignedPath | null {
  const [token, id, ...rest] = wildcard.parse(params)["*"].split("/");
  if (!token || !z.uuid().safeParse(id).success || !id) return null;
  return { token, id, rest: rest.join("/") };
}

const derivedName = /^(?:rendition\/)?[a-z0-9][a-z0-9_-]*\.(?:m3u8|m4s|mp4|jpg|webp|json)$/;

/** The object of a path below a video's URL: `original/<name>`, or a derived file by its own name. */
function videoObject({ id, rest: name }: SignedPath): Omit<ServedObject, "secondsLeft"> | null {
  if (/^original\/[^/]+$/.test(name)) {
    const fileName = name.slice("original/".length);
    return { key: originalKey(id), type: typeOfName(fileName), name: fileName, cache: "hour" };
  }
  if (!derivedName.test(name)) return null;
  const key = `${videoFolder(id)}/${name}`;
  return { key, type: typeOfName(name), cache: name.endsWith(".m3u8") ? "never" : "immutable" };
}
