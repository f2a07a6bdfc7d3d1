import { basename, join } from "node:path";

import { z } from "zod";

import { authorized } from "../api-client.ts";
import { type Channel, unchangedTokens } from "../connection.ts";
import type { PlatformLog } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Login, LoginFields, LoginForm, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { storedVideoCalls } from "../stored-videos.ts";
import { createFolderFiles, prepareFolder } from "./files.ts";
import {
  discardSession,
  discardUnstored,
  openSession,
  type FolderFiles,
  sendChunk,
  sessionStatus,
} from "./upload.ts";

/** Folders of the server that the operator allows. */
export interface Folders extends Platform {
  form: LoginForm;
}

const loginShape = z.object({
  /** The name of an allowed folder: the last part of its path. */
  root: z.string(),
  /** A folder in it, without `.`, `..` and hidden parts; empty for itself. */
  folder: z
    .string()
    .regex(/^(?:[^./\\\p{Cc}][^/\\\p{Cc}]*(?:\/[^./\\\p{Cc}][^/\\\p{Cc}]*)*\/?)?$/u)
    .max(200),
});
type FolderSettings = z.output<typeof loginShape>;

const mebibyte = 1024 * 1024;
/** A chunk is confirmed once the disk has it. */
const chunkLimits = { chunkBytes: 64 * mebibyte, maxChunkBytes: 256 * mebibyte, chunkUnit: mebibyte / 4 };

/** Stands for credentials, which folders don't have. */
const noCredentials = "folder";

/** `paths` are absolute; their last parts, which users choose from, differ. */
export function createFolders({ paths, log }: { paths: readonly string[]; log: PlatformLog }): Folders {
  const allowed = new Map(paths.map((path) => [basename(path), path]));

  /** The folder of a connection. The operator may have moved or removed it since: then it has no path. */
  function folderFiles({ root: name, folder }: FolderSettings): FolderFiles {
    const root = { path: allowed.get(name) ?? "", name: folderName(name) };
    return { ...createFolderFiles(root, folder), root, log };
  }

  async function logIn(fields: LoginFields): Promise<Login> {
    const { root, folder } = loginShape.parse(fields);
    const settings: FolderSettings = { root, folder: folder === "" ? "" : `${folder.replace(/\/$/, "")}/` };
    const channel = await readFolder(settings, folderFiles(settings));
    return {
      tokens: unchangedTokens(noCredentials),
      channels: [{ name: channel.id, channel, settings: JSON.stringify(settings) }],
    };
  }

  return {
    name: "The folder",
    offered: paths.length > 0,
    form: {
      connectionName: ({ root = "" }) => folderName(root),
      choices: { root: [...allowed.keys()] },
      logIn,
    },
    connect: (text) => {
      if (text === null) throw platformError("reconnect_needed", "Folder");
      const settings = loginShape.parse(JSON.parse(text));
      return createFolderPlatform(settings, folderFiles(settings));
    },
    close: async () => undefined,
  };
}

function createFolderPlatform(settings: FolderSettings, place: FolderFiles): PublishingPlatform {
  return {
    name: place.name,
    // A folder has no page for viewers.
    watchUrl: () => null,
    refresh: async () => {
      await readFolder(settings, place);
      return unchangedTokens(noCredentials);
    },
    revoke: async () => undefined,
    ...chunkLimits,
    ...authorized(() => place, {
      channel: (own: FolderFiles) => readFolder(settings, own),
      openSession,
      sessionStatus,
      sendChunk,
      discardSession,
      discardUnstored,
      ...storedVideoCalls,
    }),
    captionKey: ({ language, name }) => `${language} ${name}`,
  };
}

function folderName(root: string): string {
  return `Folder “${root}”`;
}

/** The folder as a channel, once files can be written in it. */
async function readFolder({ root, folder }: FolderSettings, place: FolderFiles): Promise<Channel> {
  await prepareFolder(place.root, folder);
  const id = join(root, folder).replace(/\/$/, "");
  return { id, title: id, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}
