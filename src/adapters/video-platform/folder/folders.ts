import { basename, join } from "node:path";

import { z } from "zod";

import { type Channel, unchangedTokens } from "../connection.ts";
import type { PlatformLog } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Login, LoginFields, LoginForm, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { prepareFolder, type Root } from "./files.ts";
import {
  addCaption,
  deleteVideo,
  discardSession,
  discardUnstored,
  findUpload,
  openSession,
  type Place,
  readVideo,
  sendChunk,
  sessionStatus,
  setThumbnail,
  updateVideo,
} from "./videos.ts";

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
  function placeOf({ root: name, folder }: FolderSettings): Place {
    return { root: { path: allowed.get(name) ?? "", name: nameOf(name) }, folder, log };
  }

  async function logIn(fields: LoginFields): Promise<Login> {
    const { root, folder } = loginShape.parse(fields);
    const settings: FolderSettings = { root, folder: folder === "" ? "" : `${folder.replace(/\/$/, "")}/` };
    const channel = await readFolder(settings, placeOf(settings));
    return {
      tokens: unchangedTokens(noCredentials),
      channels: [{ name: channel.id, channel, settings: JSON.stringify(settings) }],
    };
  }

  return {
    name: "The folder",
    offered: paths.length > 0,
    form: { nameOf: ({ root = "" }) => nameOf(root), choices: { root: [...allowed.keys()] }, logIn },
    connect: (text) => {
      if (text === null) throw platformError("reconnect_needed", "Folder");
      const settings = loginShape.parse(JSON.parse(text));
      return createFolderPlatform(settings, placeOf(settings));
    },
    close: async () => undefined,
  };
}

function createFolderPlatform(settings: FolderSettings, place: Place): PublishingPlatform {
  const root: Root = place.root;
  return {
    name: root.name,
    // A folder has no page for viewers.
    watchUrl: () => null,
    refresh: async () => {
      await readFolder(settings, place);
      return unchangedTokens(noCredentials);
    },
    revoke: async () => undefined,
    channel: () => readFolder(settings, place),
    openSession: (_access, request) => openSession(place, request),
    sessionStatus: (_access, session) => sessionStatus(place, session),
    ...chunkLimits,
    sendChunk: (_access, chunk) => sendChunk(place, chunk),
    discardSession: (_access, sessionUri) => discardSession(place, sessionUri),
    discardUnstored: (_access, upload) => discardUnstored(place, upload),
    findUpload: (_access, lost) => findUpload(place, lost),
    setThumbnail: (_access, videoId, thumbnail) => setThumbnail(root, videoId, thumbnail),
    updateVideo: (_access, videoId, change) => updateVideo(root, videoId, change),
    video: (_access, videoId) => readVideo(root, videoId),
    addCaption: (_access, videoId, track) => addCaption(root, videoId, track),
    captionKey: ({ language, name }) => `${language} ${name}`,
    deleteVideo: (_access, videoId) => deleteVideo(root, videoId),
  };
}

function nameOf(root: string): string {
  return `Folder “${root}”`;
}

/** The folder as a channel, once files can be written in it. */
async function readFolder({ root, folder }: FolderSettings, place: Place): Promise<Channel> {
  await prepareFolder(place.root, folder);
  const id = join(root, folder).replace(/\/$/, "");
  return { id, title: id, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}
