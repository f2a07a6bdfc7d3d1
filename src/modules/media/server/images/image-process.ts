import { decode } from "./decode.ts";
import type { ImageReply, ImageRequest, ImageWork } from "./messages.ts";

async function answer(work: ImageWork): Promise<void> {
  const reply: ImageReply = { result: await decode(withBuffers(work)) };
  process.send?.(reply, () => {
    // Otherwise the buffers of several images accumulate.
    globalThis.gc?.();
  });
}

/** Buffers arrive as plain arrays of bytes. */
function withBuffers(work: ImageWork): ImageWork {
  if (work.kind !== "sheet") return { ...work, content: Buffer.from(work.content) };
  return { ...work, contents: work.contents.map((content) => Buffer.from(content)) };
}

process.on("message", ({ work }: ImageRequest) => void answer(work));
process.on("disconnect", () => process.exit());
