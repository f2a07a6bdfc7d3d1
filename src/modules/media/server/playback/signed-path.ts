import { z } from "zod";

import { knownVideoType, unknownType } from "#core/video-types.ts";

import { typeOfName } from "../files/file-type.ts";
import type { Video } from "../tables.ts";
import { originalKey, videoFolder } from "../videos/object-keys.ts";
import type { ServedObject } from "./serve-object.ts";
import type { Kind } from "./signed-url.ts";

export interface SignedPath {
  token: string;
  id: string;
  /** The path below the signed part. */
  rest: string;
}

/** Query parameter of an original that the browser saves instead of playing it. */
export const downloadParameter = "download";

/** Whether the browser is to save the file instead of displaying it. */
export function isDownload({ url }: { url: string }): boolean {
  return new URL(url, "http://localhost").searchParams.has(downloadParameter);
}

const wildcard = z.object({ "*": z.string() });

/** Splits `<token>/<id>/<rest>`. One wildcard, because the router limits the length of named parameters. */
export function parsePath(params: unknown): SignedPath | null {
  return parseSigned(wildcard.parse(params)["*"].split("/"));
}

function parseSigned([token, id, ...rest]: readonly string[]): SignedPath | null {
  if (!token || !z.uuid().safeParse(id).success || !id) return null;
  return { token, id, rest: rest.join("/") };
}

/** Splits `<link>/<kind>/<token>/<id>/<rest>`. */
export function parseGuestPath(params: unknown): (SignedPath & { linkId: string; kind: Kind }) | null {
  const [linkId, kind, ...rest] = wildcard.parse(params)["*"].split("/");
  const path = parseSigned(rest);
  if (!linkId || !path || (kind !== "v" && kind !== "f")) return null;
  return { ...path, linkId, kind };
}

const derivedName = /^(?:rendition\/)?[a-z0-9][a-z0-9_-]*\.(?:m3u8|m4s|mp4|m4a|jpg|webp|json|vtt)$/;

/**
 * The object of a path below a video's URL: `original/<name>`, or a derived file by its own name. The original has the name
 * and type of its row, whatever name the path ends with.
 */
export function videoObject(
  { rest: name }: Pick<SignedPath, "rest">,
  { id, fileName, type }: Pick<Video, "id" | "fileName" | "type">,
): Omit<ServedObject, "secondsLeft"> | null {
  if (/^original\/[^/]+$/.test(name)) {
    const served = knownVideoType(type) ?? unknownType;
    return { key: originalKey(id), type: served, name: fileName, cache: "hour" };
  }
  if (!derivedName.test(name)) return null;
  const key = `${videoFolder(id)}/${name}`;
  return { key, type: typeOfName(name), cache: name.endsWith(".m3u8") ? "never" : "immutable" };
}
