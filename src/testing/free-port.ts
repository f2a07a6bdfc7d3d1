import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port that nobody listens on. It lies below those that systems give to outgoing connections, so that it is still
 * free when its server has been off for a while.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
