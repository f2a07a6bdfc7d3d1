import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Runs `act` exclusively among the processes of this machine that use the same `name`. The lock is an
 * abstract socket, which the kernel frees when the process dies.
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
