import { z } from "zod";

import { defineEvent } from "#core/event.ts";

import { fileOwnerKinds } from "../rules/file-owner.ts";

const file = z.object({
  fileId: z.uuid(),
  /** The owner that was passed to `beginFileUploads`. */
  owner: z.object({ kind: z.enum(fileOwnerKinds), id: z.number().int() }),
  /** The uploader; null once their account is deleted. */
  personId: z.number().int().nullable(),
});

/** The last byte of a resumably uploaded file is stored, and what is stored has been read and equals what was sent, as far as that is known. */
export const fileReceived = defineEvent(
  "media.file_received",
  file.extend({
    bytes: z.number().int(),
    /** In hex. */
    sha256: z.string(),
    /** From 0 to 2³² − 1. */
    crc32: z.number().int(),
  }),
);

/**
 * A resumably uploaded file can't be used: it is not the file that was sent (`damaged`), or its object is missing (`lost`). `damaged` may
 * follow `fileReceived` within an hour, where the uploader's SHA-256 is sent after the file was verified; `lost` may follow it at any time,
 * and `fileReceived` follows again if the object is found. Its row stays until `removeFiles`.
 */
export const fileRefused = defineEvent(
  "media.file_refused",
  file.extend({ reason: z.enum(["damaged", "lost"]) }),
);

/** An upload of a file was cancelled by its uploader or has expired before its last byte. Its row is being removed. */
export const fileUploadEnded = defineEvent("media.file_upload_ended", file);
