import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";

import Fastify, { type FastifyInstance } from "fastify";

import { createFailures } from "./control/failures.ts";
import { registerControl } from "./control/routes.ts";
import { removeExpiredRecords } from "./identity/adapter.ts";
import { createConsents } from "./identity/consents.ts";
import { createProvider } from "./identity/provider.ts";
import { registerIdentity } from "./identity/routes.ts";
import { createMessages } from "./mailbox/messages.ts";
import { registerMailbox } from "./mailbox/routes.ts";
import { registerPeerTube } from "./peertube/routes.ts";
import type { Sandbox } from "./sandbox.ts";
import { checkSettings, type SandboxOptions } from "./settings.ts";
import { createLives } from "./statistics/life.ts";
import { openDatabase } from "./storage/database.ts";
import { makeFolders } from "./storage/files.ts";
import { registerVimeo } from "./vimeo/routes.ts";
import { registerHome } from "./web/home.ts";
import { registerPageParts } from "./web/page.ts";
import { registerPictures } from "./web/pictures.ts";
import { registerWatch } from "./web/watch.ts";
import { createPlatform, registerYoutube } from "./youtube/routes.ts";

const bufferBytes = 1_048_576;
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

export interface RunningSandbox {
  /** The origin that clients use. */
  url: string;
  /** Stops the server: running requests are aborted, everything acknowledged is on disk. */
  stop(): Promise<void>;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new Error(`Port ${port} is in use. Stop the other program, or set SANDBOX_PORT to a free port.`)
          : error,
      );
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address: AddressInfo | string | null = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Refuses requests with an unknown host name, as protection from DNS rebinding. */
function refuseForeignHosts(app: FastifyInstance, url: string): void {
  const hostNames = new Set([...localHosts, new URL(url).hostname]);
  app.addHook("onRequest", async (request, reply) => {
    if (hostNames.has(request.hostname)) return;
    await reply.code(421).send({ error: `Unknown host ${request.hostname}. Use ${url}.` });
  });
}

/**
 * Starts the sandbox platform.
 *
 * @throws Error that states what to correct, when a setting is invalid or the port is in use
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const settings = checkSettings(options);
  const folders = makeFolders(settings.dataFolder);
  const server = createServer({ highWaterMark: bufferBytes, requestTimeout: 0, keepAliveTimeout: 65_000 });
  const port = await listen(server, settings.port, settings.listenOn);
  const db = openDatabase(join(settings.dataFolder, "sandbox.sqlite"));
  removeExpiredRecords(db);

  const sandbox: Sandbox = {
    settings,
    url: settings.url ?? `http://localhost:${port}`,
    db,
    folders,
    consents: createConsents(db),
    failures: createFailures(db),
    lives: createLives(db),
    logFailure: (error) => process.stderr.write(`${inspect(error)}\n`),
  };
  const app = Fastify({ forceCloseConnections: true });
  const provider = createProvider(sandbox);
  const platform = createPlatform(sandbox, provider);
  refuseForeignHosts(app, sandbox.url);
  registerPageParts(app);
  registerPictures(app);
  registerIdentity(app, sandbox, provider);
  registerYoutube(app, platform);
  registerPeerTube(app, sandbox);
  registerVimeo(app, sandbox);
  registerHome(app, platform);
  registerWatch(app, platform);
  registerMailbox(app, createMessages(db));
  registerControl(app, platform);
  app.get("/health", async () => ({ ok: true, redirectUris: settings.redirectUris }));
  await app.ready();
  server.on("request", (request, response) => app.routing(request, response));

  return {
    url: sandbox.url,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await platform.processing.stop();
      await app.close();
      db.close();
    },
  };
}
