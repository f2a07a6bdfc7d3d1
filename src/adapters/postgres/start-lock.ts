import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Runs `act` while no other process of this machine does so under the same name. The lock is an abstract socket: the
 * kernel frees it the moment its process dies, however it dies.
 */
export async function withStartLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  const lock = await acquire(`\0${name}`);
  try {
    return await act();
  } finally {
    lock.close();
    await once(lock, "close");
  }
}

async function acquire(path: string) {
  for (;;) {
    const server = createServer((socket) => socket.destroy());
    try {
      server.listen({ path });
      await once(server, "listening");
      return server;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
      await wait(20);
    }
  }
}
