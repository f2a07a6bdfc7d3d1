import { z } from "zod";

import { platformError } from "./failure-catalogue.ts";
import { ask, at, type Line } from "./http.ts";

/** The channel behind an access token. Its `id` is what a connection is known by (reference, 1.11). */
export interface Channel {
  id: string;
  title: string;
  pictureUrl: string | null;
  /** Whether videos over 15 minutes are taken: `eligible` after verifying the phone number. A hint only. */
  longUploads: "allowed" | "eligible" | "disallowed" | null;
  /** The playlist of everything uploaded, for `recentUploads`. */
  uploadsPlaylistId: string | null;
}

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

/** The channel that the person chose at consent (reference, 2.7; one unit). Throws `no_channel` when there is none. */
export async function readChannel(line: Line, access: string): Promise<Channel> {
  const { items } = await ask(
    line,
    {
      operation: "channel",
      method: "GET",
      url: at(line.addresses.api, "channels", { part: "snippet,contentDetails,status", mine: "true" }),
      access,
    },
    channelList,
  );
  const [own] = items;
  if (!own) throw platformError("no_channel", line.addresses.name);
  const pictures = own.snippet.thumbnails;
  return {
    id: own.id,
    title: own.snippet.title,
    pictureUrl: (pictures?.high ?? pictures?.medium ?? pictures?.default)?.url ?? null,
    longUploads: own.status?.longUploadsStatus ?? null,
    uploadsPlaylistId: own.contentDetails?.relatedPlaylists?.uploads ?? null,
  };
}
