import type { Context, ReadContext } from "#core/server/context.ts";

import type { MediaDependencies } from "../dependencies.ts";
import type { Upload } from "../tables.ts";

/** An upload whose last byte is confirmed. */
export interface ReceivedUpload {
  bytes: number;
}

/** Handling of the uploads of a kind. `id` is that of the upload, and of the video or file that it becomes. */
export interface UploadedKind {
  objectKey: (id: string) => string;
  /** A user's upload that is no longer in progress: received, `ended` without that, or null for any other. */
  findReceived: (ctx: ReadContext, personId: number, id: string) => Promise<ReceivedUpload | "ended" | null>;
  /** Locks what the upload becomes until the transaction ends; false when the upload is not in progress. */
  lock: (ctx: Context, id: string) => Promise<boolean>;
  /** Ends an upload whose object is stored. Does nothing when that has happened; false when it was cancelled or has expired. */
  complete: (ctx: Context, id: string) => Promise<boolean>;
  /** Ends an upload before its last byte and removes its stored bytes; false when it was not in progress. */
  abandon: (ctx: Context, id: string) => Promise<boolean>;
  /** Notifies later modules of the stored bytes of an upload that is being sent. */
  reportProgress: (ctx: Context, upload: Upload) => Promise<void>;
  /** Stores the SHA-256 that the uploader's browser has computed of its file. */
  recordSentDigest: (ctx: Context, id: string, sha256: string) => Promise<void>;
  /** Removes the stored objects that no row needs. */
  removeObjects: (dependencies: Pick<MediaDependencies, "run" | "storage">, id: string) => Promise<void>;
}
