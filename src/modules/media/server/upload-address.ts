import { apiBase } from "#core/server/bind-endpoints.ts";

/** Where resumable uploads are continued; an upload's address is this and the video's id. */
export const uploadsFolder = `${apiBase}/media/uploads`;

export function uploadAddress(videoId: string): string {
  return `${uploadsFolder}/${videoId}`;
}
