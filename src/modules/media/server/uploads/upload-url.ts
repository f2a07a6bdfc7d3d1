import { apiBase } from "#core/endpoint-address.ts";

/** Base path of resumable uploads; an upload's URL is this and the video's id. */
export const uploadsFolder = `${apiBase}/media/uploads`;

export function uploadPath(videoId: string): string {
  return `${uploadsFolder}/${videoId}`;
}
