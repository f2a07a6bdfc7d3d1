import type { Thumbnail } from "#adapters/video-platform/video.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { storedFile } from "#modules/media/server/public/media.ts";

import type { PublishingDependencies } from "../dependencies.ts";

/** The thumbnail with this file id. Throws `thumbnail_missing`. */
export async function readThumbnail(
  { read, storage }: Pick<PublishingDependencies, "read" | "storage">,
  thumbnailFileId: string,
): Promise<Thumbnail> {
  const file = await read(null, (ctx) => storedFile(ctx, thumbnailFileId)).catch(throwMissing);
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(file.key).catch(throwMissing))
    chunks.push(chunk as Uint8Array);
  const type = file.type === "image/png" ? ("image/png" as const) : ("image/jpeg" as const);
  return { body: Buffer.concat(chunks), type };
}

/** Throws `thumbnail_missing` if the row or the storage does not have the file; other errors pass unchanged. */
function throwMissing(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code !== "not_found" && code !== "missing") throw error;
  const message = "The thumbnail is not in storage.";
  throw new AdapterError({ kind: "needs-user", code: "thumbnail_missing", message });
}
