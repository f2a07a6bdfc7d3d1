import { Agent } from "undici";
import { z } from "zod";

import { authorized, requestJson } from "../api-client.ts";
import type { Channel } from "../connection.ts";
import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import type { ClientCredentials, ConsentScreen, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { createAuthorization } from "./authorization.ts";
import { addCaption } from "./captions.ts";
import { apiRequest, createVimeoClient, type VimeoAddresses, type VimeoClient } from "./client.ts";
import {
  chunkLimits,
  discardSession,
  discardUnstored,
  findUpload,
  openSession,
  sendChunk,
  sessionStatus,
} from "./upload.ts";
import { deleteVideo, readVideo, setThumbnail, updateVideo } from "./video.ts";

/** Vimeo, or the sandbox, which has the same API. Not offered without the operator's client. */
export interface Vimeo extends Platform {
  connect: () => PublishingPlatform;
  consent: ConsentScreen;
}

export interface VimeoSettings {
  addresses: VimeoAddresses;
  client: ClientCredentials | null;
  log: PlatformLog;
  timeouts?: Partial<Timeouts>;
}

export function createVimeo({ addresses, client: credentials, log, timeouts }: VimeoSettings): Vimeo {
  const agent = new Agent({ allowH2: false });
  const client = createVimeoClient({
    addresses,
    log,
    agent,
    timeouts: { ...defaultTimeouts, ...timeouts },
  });
  const { consent, ...tokens } = createAuthorization(
    client,
    credentials ?? { clientId: "", clientSecret: "" },
  );
  const open = (access: string): VimeoClient => ({ ...client, access });
  const platform: PublishingPlatform = {
    name: addresses.name,
    watchUrl: addresses.watch,
    ...tokens,
    ...chunkLimits,
    ...authorized(open, {
      channel: readAccount,
      openSession,
      sessionStatus,
      sendChunk,
      discardSession,
      discardUnstored,
      findUpload,
      video: readVideo,
      updateVideo,
      setThumbnail,
      addCaption,
      deleteVideo,
    }),
    captionKey: ({ language, name }) => `${language} ${name}`,
  };
  return {
    name: addresses.name,
    connect: () => platform,
    offered: credentials !== null,
    consent,
    close: () => agent.close(),
  };
}

const account = z.object({ uri: z.string(), name: z.string() });

/** The account of the token, which is all that Vimeo has as a channel. */
async function readAccount(client: VimeoClient): Promise<Channel> {
  const me = apiRequest(client, "me", { operation: "channel" }, { fields: "uri,name" });
  const { uri, name: title } = await requestJson(client, me, account);
  const id = uri.split("/").at(-1) ?? "";
  return { id, title, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}
