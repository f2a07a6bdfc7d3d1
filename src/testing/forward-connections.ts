import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A local port that forwards to another port or a socket file, and can be interrupted. */
export interface Forwarder {
  port: number;
  /** Closes all connections and refuses new ones. */
  interrupt: () => void;
  resume: () => void;
  stop: () => void;
}

export async function forwardTo(target: NetConnectOpts): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let interrupted = false;
  const server = createServer((client) => {
    if (interrupted) {
      client.destroy();
      return;
    }
    const upstream = connect(target);
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    interrupt: () => {
      interrupted = true;
      closeAll();
    },
    resume: () => {
      interrupted = false;
    },
    stop: () => {
      server.close();
      closeAll();
    },
  };
}
