import { z } from "zod";

import { requestJson } from "../api-client.ts";
import { fileExtension } from "../file-extension.ts";
import { parseJson, send } from "../http.ts";
import { createResumableUploads } from "../resumable-upload.ts";
import { type LostUpload, listMatches, type RecentUpload, type SessionRequest } from "../upload.ts";
import { apiUrl, type InstanceClient, videoUrl } from "./instance-client.ts";
import { newVideo, videoState } from "./video.ts";

const uploadPath = "videos/upload-resumable";
const finished = z.object({ video: z.object({ uuid: z.uuid() }) });

const uploads = createResumableUploads<InstanceClient>({
  isSession: (client, { origin, pathname }) => {
    const base = apiUrl(client, uploadPath);
    return origin === base.origin && pathname === base.pathname;
  },
  parseVideo: (body) => {
    const { data } = finished.safeParse(body);
    return data ? videoState(data.video) : null;
  },
});
/** An instance forgets an upload once it is a video: the session is `gone`; look for the video with `findUpload`. */
export const { sessionStatus, sendChunk, discardSession } = uploads;

/** Opens a resumable upload, which the instance forgets an hour after its last chunk. */
export async function openSession(
  client: InstanceClient,
  channelId: number,
  { metadata, bytes, type }: SessionRequest,
): Promise<{ sessionUri: string }> {
  // Instances check the extension of the file name.
  const details = { ...newVideo(metadata), channelId, filename: `video${fileExtension(type)}` };
  return uploads.openSession(client, { url: apiUrl(client, uploadPath), bytes, type, details });
}

const uploadList = z.object({
  data: z.array(
    z.object({
      uuid: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime({ offset: true }),
      channel: z.object({ id: z.number() }),
    }),
  ),
});
const sourceSchema = z.object({ size: z.number().nullish() });

/** The channel's recent videos that match an upload whose session is gone. */
export async function findUpload(
  client: InstanceClient,
  channelId: number,
  lost: LostUpload,
): Promise<RecentUpload[]> {
  const url = apiUrl(client, "users/me/videos", { sort: "-createdAt", count: "50" });
  const { data } = await requestJson(client, { operation: "recentUploads", url }, uploadList);
  const channelVideos = data.filter(({ channel }) => channel.id === channelId);
  const recent = channelVideos.map(({ uuid, name, createdAt }) => {
    return { videoId: uuid, title: name, createdAt: new Date(createdAt), fileBytes: null };
  });
  const uploads: RecentUpload[] = [];
  for (const upload of listMatches(lost, recent)) {
    uploads.push({ ...upload, fileBytes: await readSourceSize(client, upload.videoId) });
  }
  return listMatches(lost, uploads);
}

/** The size of the file that was uploaded; null on instances that don't know it. */
async function readSourceSize(client: InstanceClient, videoId: string): Promise<number | null> {
  const url = videoUrl(client, videoId, "/source");
  const response = await send(client, { operation: "recentUploads", url });
  if (response.status >= 500 || response.status === 401) throw client.toError("recentUploads", response);
  return sourceSchema.safeParse(parseJson(response.body)).data?.size ?? null;
}
