import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import type { OpenUpload } from "#modules/media/contract.ts";

import { reviewEndpoints } from "../contract.ts";
import { versionsKey } from "./query-keys.ts";

export function versionsQuery(taskId: number) {
  return queryOptions({
    queryKey: [...versionsKey, taskId] as const,
    queryFn: async ({ signal }) =>
      (await call(reviewEndpoints.versions, { params: { id: taskId } }, { signal })).data,
  });
}

/** The unfinished upload of a task, or null. */
export function unfinishedUploadQuery(taskId: number) {
  return queryOptions({
    queryKey: ["unfinished-upload", taskId] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(reviewEndpoints.unfinishedUpload, { params: { id: taskId } }, { signal })).data,
  });
}

/** Identifies a file on this device; a modified file has another fingerprint. */
export function fingerprintOf(file: File): string {
  return `${file.name.slice(-120)}:${file.size}:${file.lastModified}`;
}

/** Starts the upload of the next version, or returns the unfinished upload of the same file. */
export async function beginVersion(taskId: number, file: File): Promise<OpenUpload> {
  const body = {
    taskId,
    fileName: file.name,
    bytes: file.size,
    type: file.type,
    fingerprint: fingerprintOf(file),
  };
  return (await call(reviewEndpoints.beginVersion, { body })).data;
}

export async function approveVersion(taskId: number, version: number): Promise<void> {
  await call(reviewEndpoints.approve, { params: { id: taskId }, body: { version } });
}

/** Puts the approved version back into review; returns the server's message. */
export async function undoApproval(taskId: number, version: number): Promise<string> {
  return (await call(reviewEndpoints.undoApproval, { params: { id: taskId }, body: { version } })).message;
}

/** The URL by which the browser saves the original of the approved version. */
export async function originalUrl(taskId: number): Promise<string> {
  return (await call(reviewEndpoints.original, { params: { id: taskId } })).data.url;
}

/** Asks the creator to extend the review window; returns the server's message. */
export async function requestExtension(taskId: number, version: number): Promise<string> {
  return (await call(reviewEndpoints.requestExtension, { params: { id: taskId }, body: { version } }))
    .message;
}

/** Extends the review window; returns the server's message. */
export async function extendWindow(taskId: number, version: number): Promise<string> {
  return (await call(reviewEndpoints.extendWindow, { params: { id: taskId }, body: { version } })).message;
}
