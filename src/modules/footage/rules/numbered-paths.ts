import { cutText } from "#core/graphemes.ts";
import { utf8Bytes } from "#modules/tasks/rules/platform-limits.ts";

import { maxNameBytes } from "./paths.ts";

/** Folder and name of a path; the folder of a file in none is empty. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf("/");
  return { folder: at === -1 ? "" : path.slice(0, at), name: path.slice(at + 1) };
}

/** The path with a number before the extension, as in "Card/a (2).mov"; unchanged for 1. */
export function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const { folder, name } = splitPath(path);
  const numbered = withEnding(name, ` (${number})`);
  return folder === "" ? numbered : `${folder}/${numbered}`;
}

/** The name with something between its stem and its extension; the stem is cut to the allowed length. */
export function withEnding(name: string, ending: string): string {
  const [extension = ""] = /(?<=[^.])\.[^.]{1,16}$/u.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length);
  return cutText(stem, maxNameBytes - utf8Bytes(ending + extension), utf8Bytes) + ending + extension;
}
