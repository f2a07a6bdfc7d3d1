import type { IncomingMessage } from "node:http";

import type { Pool } from "pg";
import type { BaseLogger } from "pino";
import { Server, type Socket } from "socket.io";

import { joinCluster } from "./cluster.ts";
import type { AuthenticateSocket, Realtime } from "./realtime.ts";

export interface SocketIoParts {
  authenticate: AuthenticateSocket;
  log: BaseLogger;
  /** Joins the other processes on this database; without it, messages stay in this process. */
  pool?: Pool;
  /** The address that browsers know the server by, where a proxy hides it. */
  appUrl?: string;
}

/** What a refused browser is told, in the words of the specification. */
const refusal = "user not authenticated, go to login";

/** Live messages over Socket.IO at `/socket.io`, from the server's own pages only. */
export function createSocketIo(parts: SocketIoParts): Realtime {
  const { authenticate, log } = parts;
  const cluster = parts.pool ? joinCluster(parts.pool, log) : null;
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    // Polling would need every request of a browser to meet the same process.
    transports: ["websocket"],
    maxHttpBufferSize: 64 * 1024,
    allowRequest: (request, decide) => decide(null, comesFromOwnPage(request, parts.appUrl)),
    ...(cluster && { adapter: cluster.adapter }),
  });
  let attached = false;

  io.use(async (socket, next) => {
    try {
      const admitted = await admit(socket, authenticate);
      next(admitted ? undefined : new Error(refusal));
    } catch (error) {
      log.warn({ err: error }, "A live connection could not be checked.");
      // Closed rather than refused: the browser tries again by itself.
      socket.conn.close();
    }
  });

  return {
    send: (people, name, payload) => {
      // To no rooms at all would mean to everybody.
      if (people.length > 0) io.to(people.map(personRoom)).emit(name, payload);
    },
    attach: (server) => {
      attached = true;
      io.attach(server);
    },
    disconnectPerson: (personId) => io.in(personRoom(personId)).disconnectSockets(true),
    disconnectSession: (sessionId) => io.in(sessionRoom(sessionId)).disconnectSockets(true),
    ready: async () => cluster?.listening() ?? true,
    close: async () => {
      io.local.disconnectSockets(true);
      const closeAdapter = () => io.of("/").adapter.close();
      await (cluster ? cluster.close(closeAdapter) : closeAdapter());
      if (attached) io.engine.close();
    },
  };
}

async function admit(socket: Socket, authenticate: AuthenticateSocket): Promise<boolean> {
  const { auth, headers } = socket.handshake;
  const token: unknown = auth["token"];
  const who = await authenticate({
    token: typeof token === "string" ? token : undefined,
    cookie: headers.cookie,
  });
  if (!who) return false;
  await socket.join(personRoom(who.personId));
  if (who.sessionId !== undefined) await socket.join(sessionRoom(who.sessionId));
  return true;
}

/** WebSockets are not bound by CORS: a foreign page is recognized by its Origin. Programs send none. */
function comesFromOwnPage({ headers }: IncomingMessage, appUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (!origin) return false;
  return (
    origin.host === headers.host || (appUrl !== undefined && origin.origin === URL.parse(appUrl)?.origin)
  );
}

function personRoom(personId: number): string {
  return `person:${personId}`;
}

function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}
