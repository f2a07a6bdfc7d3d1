import { call } from "#core/web/client.ts";
import { endpointQuery } from "#core/web/endpoint-query.ts";
import type { OpenUpload } from "#modules/media/contract/videos.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";

import { versionsKey } from "../query-keys.ts";

export function versionsQuery(taskId: number) {
  const queryKey = [...versionsKey, taskId] as const;
  return endpointQuery({ queryKey, endpoint: reviewEndpoints.versions, input: { params: { id: taskId } } });
}

/** The unfinished upload of a task, or null. */
export function unfinishedUploadQuery(taskId: number) {
  const queryKey = ["unfinished-upload", taskId] as const;
  const input = { params: { id: taskId } };
  return {
    ...endpointQuery({ queryKey, endpoint: reviewEndpoints.unfinishedUpload, input }),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Identifies a file on this device; a modified file has another fingerprint. */
export function fileFingerprint(file: File): string {
  // Half an emoji at the cut would change when it is stored.
  const name = file.name.slice(-120).replace(/^[\uDC00-\uDFFF]/, "");
  return `${name}:${file.size}:${file.lastModified}`;
}

/**
 * Starts the upload of the next version, or returns the unfinished upload of the same file. `type` is that of its content.
 */
export async function beginVersion(taskId: number, file: File, type: string): Promise<OpenUpload> {
  const body = {
    taskId,
    fileName: file.name,
    bytes: file.size,
    type,
    fingerprint: fileFingerprint(file),
  };
  return (await call(reviewEndpoints.beginVersion, { body })).data;
}
