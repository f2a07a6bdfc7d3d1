import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { EndpointBinding } from "#core/server/bind-endpoints.ts";
import type { Keyring } from "#core/server/keyring.ts";
import { second } from "#core/time.ts";

import { mediaError } from "../contract.ts";
import { type Address, readAddress } from "./addresses.ts";
import { typeOfName } from "./file-type.ts";
import { keptKey } from "./jobs/clear-stored.ts";
import { fileKey, originalKey, videoFolder } from "./keys.ts";
import { type Served, serveObject } from "./serve-object.ts";
import { createAccessCheck, type MayRead } from "./standing.ts";
import { findFile } from "./store/files.ts";
import { findVideo } from "./store/videos.ts";
import { isOver } from "./tables.ts";
import { registerUploadRoutes } from "./upload-routes.ts";
import { createUploadWriting } from "./upload-writing.ts";

export interface MediaRouteParts {
  run: EndpointBinding["run"];
  read: EndpointBinding["read"];
  identify: EndpointBinding["identify"];
  storage: ObjectStorage;
  /** The seal and the clock that addresses were signed with. */
  keyring: Keyring;
  clock: () => Date;
  mayRead: { video: MayRead; file: MayRead };
}

/**
 * The routes that carry bytes: resumable uploads under `/api/v1/media/uploads/`, and files behind signed addresses
 * under `/media/`. A signed address needs the session of the person it was made for, and leads on as long as it holds.
 */
export function registerMediaRoutes(app: FastifyInstance, parts: MediaRouteParts): void {
  const { run, read, identify, storage, keyring, clock, mayRead } = parts;
  registerUploadRoutes(app, { run, identify, writing: createUploadWriting({ run, storage }) });

  const permit = async (request: FastifyRequest, kind: "v" | "f"): Promise<Permitted> => {
    const path = signedPath(request.params);
    if (!path) throw mediaError("not_stored");
    const now = clock();
    const address = readAddress(keyring, { kind, ...path }, now);
    if (!address) throw mediaError("link_over");
    const actor = await identify(request);
    if (!actor) throw mediaError("link_over");
    if (actor.id !== address.personId) throw mediaError("not_stored");
    const secondsLeft = Math.floor((address.until.getTime() - now.getTime()) / second);
    return { ...path, address, secondsLeft };
  };

  const videoAt = createAccessCheck({ find: findVideo, mayRead: mayRead.video, read, clock });
  const fileAt = createAccessCheck({ find: findFile, mayRead: mayRead.file, read, clock });

  const hidden = { schema: { hide: true }, exposeHeadRoute: true };

  app.get("/media/v/*", hidden, async (request, reply) => {
    const { secondsLeft, address, ...path } = await permit(request, "v");
    const served = videoPart(path);
    if (!served) throw mediaError("not_stored");
    const video = await videoAt(address);
    if (isOver(video) && served.key !== keptKey(video)) throw mediaError("not_stored");
    return serveObject(storage, { ...served, secondsLeft }, request, reply);
  });

  app.get("/media/f/*", hidden, async (request, reply) => {
    const { id, secondsLeft, address } = await permit(request, "f");
    const { type, name } = await fileAt(address);
    const served: Served = { key: fileKey(id), type, name, keep: "forever", secondsLeft };
    return serveObject(storage, served, request, reply);
  });
}

interface SignedPath {
  token: string;
  id: string;
  /** What follows the signed part. */
  rest: string;
}

interface Permitted extends SignedPath {
  address: Address;
  /** Until the address ends. */
  secondsLeft: number;
}

const wildcard = z.object({ "*": z.string() });

/** Takes `<token>/<id>/<rest>` apart. One wildcard, because the router limits the length of named parameters. */
function signedPath(params: unknown): SignedPath | null {
  const [token, id, ...rest] = wildcard.parse(params)["*"].split("/");
  if (!token || !z.uuid().safeParse(id).success || !id) return null;
  return { token, id, rest: rest.join("/") };
}

const derivedName = /^(?:rendition\/)?[a-z0-9][a-z0-9_-]*\.(?:m3u8|m4s|mp4|jpg|webp|json)$/;

/** What a path below a video's address stands for: `original/<name>`, or a derived file by its own name. */
function videoPart(path: SignedPath): Omit<Served, "secondsLeft"> | null {
  const name = path.rest;
  if (/^original\/[^/]+$/.test(name)) {
    const own = name.slice("original/".length);
    return { key: originalKey(path.id), type: typeOfName(own), name: own, keep: "revisit" };
  }
  if (!derivedName.test(name)) return null;
  const key = `${videoFolder(path.id)}/${name}`;
  return { key, type: typeOfName(name), keep: name.endsWith(".m3u8") ? "never" : "forever" };
}
