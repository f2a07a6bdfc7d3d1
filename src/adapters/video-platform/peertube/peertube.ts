import { authorized } from "../api-client.ts";
import type { Channel } from "../connection.ts";
import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { AccountChannel, Login, LoginFields, LoginForm, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import type { AddressRules } from "../typed-address.ts";
import type { LostUpload, SessionRequest } from "../upload.ts";
import { addCaption, languageId } from "./captions.ts";
import { createInstanceClients, type InstanceClient } from "./instance-client.ts";
import {
  findInstance,
  instanceLogin,
  instanceSettings,
  type InstanceSettings,
  logIn,
  readChannels,
  refreshTokens,
  revokeAccess,
} from "./login.ts";
import { lagDays, readCounts, readDays, readRetention, videosPerCall } from "./statistics.ts";
import { discardSession, findUpload, openSession, sendChunk, sessionStatus } from "./upload.ts";
import { deleteVideo, readVideo, setThumbnail, updateVideo } from "./video.ts";

/** Instances of PeerTube, whose addresses users type. */
export interface PeerTube extends Platform {
  form: LoginForm;
}

const mebibyte = 1024 * 1024;

/** Proxies in front of instances often limit the size of requests, so chunks are smaller than those of YouTube. */
const chunkLimits = { chunkBytes: 16 * mebibyte, maxChunkBytes: 64 * mebibyte, chunkUnit: mebibyte / 4 };

export function createPeerTube(parts: {
  log: PlatformLog;
  rules: AddressRules;
  timeouts?: Partial<Timeouts>;
}): PeerTube {
  const { log, rules } = parts;
  const timeouts = { ...defaultTimeouts, ...parts.timeouts };
  const { clientFor, close } = createInstanceClients({ log, timeouts, rules });
  return {
    name: "PeerTube",
    form: { connectionName: () => "PeerTube", loginAccount, logIn: connectAccount },
    connect: (text) => {
      if (text === null) throw platformError("reconnect_needed", "PeerTube");
      const settings = instanceSettings.parse(JSON.parse(text));
      return createInstancePlatform(clientFor(settings.origin), settings);
    },
    close,
  };

  /** Throws `address_refused`, `not_peertube`, `login_refused`, `second_factor_needed` and `no_channel`. */
  async function connectAccount(fields: LoginFields): Promise<Login> {
    const { address, ...credentials } = instanceLogin.parse(fields);
    const { client, login } = await findInstance(address, { clientFor, rules });
    const tokens = await logIn(client, login, credentials);
    const channels = await readChannels({ ...client, access: tokens.accessToken });
    const [first, ...others] = channels.map((each): AccountChannel => {
      const settings: InstanceSettings = { origin: client.origin, ...login, channelId: each.id };
      return { name: each.name, channel: presentChannel(client, each), settings: JSON.stringify(settings) };
    });
    if (!first) throw platformError("no_channel", client.addresses.name);
    return { tokens, channels: [first, ...others] };
  }
}

/** The account of a login, however its address is written. */
function loginAccount({ address = "", username = "" }: LoginFields): string {
  return `${URL.parse(address)?.host ?? address} ${username}`.toLowerCase();
}

function createInstancePlatform(client: InstanceClient, settings: InstanceSettings): PublishingPlatform {
  const { channelId } = settings;
  const open = (access: string): InstanceClient => ({ ...client, access });
  return {
    name: client.addresses.name,
    watchUrl: (videoId) => `${client.origin}/w/${encodeURIComponent(videoId)}`,
    refresh: (refreshToken) => refreshTokens(client, settings, refreshToken),
    revoke: async (refreshToken) => {
      // Only an access token can be revoked, and the stored one may have expired.
      const tokens = await refreshTokens(client, settings, refreshToken).catch(nullIfEnded);
      if (tokens) await revokeAccess(open(tokens.accessToken));
    },
    ...chunkLimits,
    ...authorized(open, {
      channel: async (own: InstanceClient) => {
        const channel = (await readChannels(own)).find(({ id }) => id === channelId);
        if (!channel) throw platformError("no_channel", own.addresses.name);
        return presentChannel(own, channel);
      },
      openSession: (own: InstanceClient, request: SessionRequest) => openSession(own, channelId, request),
      sessionStatus,
      sendChunk,
      discardSession,
      findUpload: (own: InstanceClient, lost: LostUpload) => findUpload(own, channelId, lost),
      video: readVideo,
      updateVideo,
      setThumbnail,
      addCaption,
      deleteVideo,
    }),
    statistics: {
      scope: null,
      videosPerCall,
      lagDays,
      timeZone: "UTC",
      ...authorized(open, { counts: readCounts, days: readDays, retention: readRetention }),
    },
    captionKey: ({ language }) => languageId(language),
  };
}

function presentChannel(
  { origin }: InstanceClient,
  { name, displayName: title }: { name: string; displayName: string },
): Channel {
  const id = `${name}@${new URL(origin).host}`;
  // Pictures of arbitrary sites are not shown.
  return { id, title, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}

function nullIfEnded(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "reconnect_needed") return null;
  throw error;
}
