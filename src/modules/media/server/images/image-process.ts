import { decode } from "./decode.ts";
import type { ImageReply, ImageRequest, ImageWork } from "./messages.ts";

async function answer(work: ImageWork): Promise<void> {
  // Buffers arrive as plain arrays of bytes.
  const reply: ImageReply = { result: await decode({ ...work, content: Buffer.from(work.content) }) };
  process.send?.(reply, () => {
    // Otherwise the buffers of several images accumulate.
    globalThis.gc?.();
  });
}

process.on("message", ({ work }: ImageRequest) => void answer(work));
process.on("disconnect", () => process.exit());
