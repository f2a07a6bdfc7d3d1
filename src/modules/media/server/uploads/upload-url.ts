import { apiBase } from "#core/endpoint-address.ts";

/** Base path of resumable uploads; an upload's URL is this and its id. */
export const uploadsFolder = `${apiBase}/media/uploads`;

export function uploadPath(uploadId: string): string {
  return `${uploadsFolder}/${uploadId}`;
}
