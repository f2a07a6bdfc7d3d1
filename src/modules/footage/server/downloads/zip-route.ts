import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { commonError } from "#core/error.ts";
import { footageError } from "#modules/footage/contract/files.ts";
import { serveZip } from "#modules/footage/server/zip/serve-zip.ts";
import { fileKey } from "#modules/media/server/public/media.ts";

import type { FootageDependencies } from "../dependencies.ts";
import { archiveLayout, filesOfDownload } from "./archive.ts";
import { recordRead } from "./queries.ts";
import { readDownload } from "./read.ts";

/** Registers the addresses of ZIPs below `/media/z/`. Each needs the session of the person who has requested the download. */
export function registerZipRoute(app: FastifyInstance, { read, run, storage }: FootageDependencies): void {
  const options = { schema: { hide: true }, config: { kind: "media" }, exposeHeadRoute: true } as const;
  app.get("/media/z/:downloadId/:name", options, async (request, reply) => {
    const { actor } = request;
    if (!actor) throw commonError("unauthenticated");
    const { success, data } = z.object({ downloadId: z.uuid() }).safeParse(request.params);
    if (!success) throw footageError("download_not_found");
    const { layout, name, id } = await read(actor, async (ctx) => {
      const download = await readDownload(ctx, data.downloadId);
      return { ...download, layout: await archiveLayout(ctx, await filesOfDownload(ctx, download)) };
    });
    await run(null, (ctx) => recordRead(ctx.tx, id, ctx.now));
    return serveZip(storage, { layout, name, objectKey: fileKey }, request, reply);
  });
}
