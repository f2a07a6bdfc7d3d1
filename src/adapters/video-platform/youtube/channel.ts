import { z } from "zod";

import { requestJson } from "../api-client.ts";
import type { Channel } from "../connection.ts";
import { requestUrl } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { YouTubeClient } from "./client.ts";

const picture = z.object({ url: z.string() }).nullish().catch(null);
const channelList = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          title: z.string(),
          thumbnails: z.object({ high: picture, medium: picture, default: picture }).nullish().catch(null),
        }),
        contentDetails: z
          .object({ relatedPlaylists: z.object({ uploads: z.string().nullish() }).nullish() })
          .nullish(),
        status: z
          .object({
            longUploadsStatus: z.enum(["allowed", "eligible", "disallowed"]).nullish().catch(null),
          })
          .nullish(),
      }),
    )
    .default([]),
});

/** The channel that the user chose at authorization; costs one quota unit. Throws `no_channel` without one. */
export async function readChannel(client: YouTubeClient): Promise<Channel> {
  const url = requestUrl(client.addresses.api, "channels", {
    part: "snippet,contentDetails,status",
    mine: "true",
  });
  const { items } = await requestJson(client, { operation: "channel", url }, channelList);
  const [channel] = items;
  if (!channel) throw platformError("no_channel", client.addresses.name);
  const pictures = channel.snippet.thumbnails;
  return {
    id: channel.id,
    title: channel.snippet.title,
    pictureUrl: (pictures?.high ?? pictures?.medium ?? pictures?.default)?.url ?? null,
    longUploads: channel.status?.longUploadsStatus ?? null,
    uploadsPlaylistId: channel.contentDetails?.relatedPlaylists?.uploads ?? null,
  };
}
