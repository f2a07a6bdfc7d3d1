import { Readable } from "node:stream";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Actor, Run } from "#core/server/context.ts";
import { maxImageBytes } from "#modules/media/rules/limits.ts";

import { createReceiveFile } from "../files/form-files.ts";

/**
 * Stores an image as if the actor had sent it in a form, without counting it in their storage; returns the file's id. It expires after an hour unless an action
 * keeps it. Throws `not_an_image` for content that can't be used, and otherwise what is worth a retry.
 */
export async function storeImage(
  parts: { run: Run; storage: ObjectStorage },
  actor: Actor,
  { name, content }: { name: string; content: Buffer },
): Promise<string> {
  const field = { kind: "image", maxBytes: maxImageBytes, maxFiles: 1 } as const;
  const incoming = {
    name,
    type: "",
    stream: Readable.from([content]),
    remainingBytes: content.length,
    countsFor: null,
  };
  return (await createReceiveFile(parts)(actor, field, incoming)).id;
}
