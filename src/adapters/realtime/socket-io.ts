import type { IncomingMessage } from "node:http";

import type { Pool } from "pg";
import type { BaseLogger } from "pino";
import { Server, type Socket } from "socket.io";

import type { RequestShare } from "#core/server/request-shares.ts";

import { joinCluster } from "./postgres-cluster.ts";
import type { AuthenticateSocket, Realtime } from "./realtime.ts";

export interface SocketIoParts {
  authenticate: AuthenticateSocket;
  log: BaseLogger;
  /** Connects the processes that use this database. Without it, messages stay in this process. */
  pool?: Pool;
  /** The share of a handshake, which ends when the connection is authenticated or closed. */
  admit: (request: IncomingMessage) => RequestShare;
  /** Milliseconds until a connection that hasn't been authenticated is closed. */
  authenticationTimeout?: number;
  /** Public address of the server, for use behind a proxy. */
  appUrl?: string;
}

/** Connections of one account to this process. */
const maxConnections = 20;
const tooManyConnections = "too many connections, close another window";

/** Clients of the API compare this text. */
const refusal = "user not authenticated, go to login";

/** Realtime messages over Socket.IO at `/socket.io`, for the app's own origin only. */
export function createSocketIo(parts: SocketIoParts): Realtime {
  const { authenticate, log } = parts;
  const cluster = parts.pool ? joinCluster(parts.pool, log, () => closeConnections()) : null;
  const handshakes = new WeakMap<IncomingMessage, RequestShare>();
  const io = new Server({
    path: "/socket.io",
    serveClient: false,
    // Polling would require sticky sessions.
    transports: ["websocket"],
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: parts.authenticationTimeout ?? 10_000,
    allowRequest: (request, decide) => {
      if (!hasOwnOrigin(request, parts.appUrl)) return decide(null, false);
      const share = parts.admit(request);
      handshakes.set(request, share);
      request.socket.once("close", share.end);
      void share.turn.then((isTurn) => decide(null, isTurn));
    },
    ...(cluster && { adapter: cluster.adapter }),
  });
  /** Browsers connect again, and load what they may have missed. */
  const closeConnections = () => {
    for (const { conn } of io.sockets.sockets.values()) conn.close();
  };
  let attached = false;
  const connections = new Map<number, number>();

  io.use(async (socket, next) => {
    const refuse = (reason: string) => {
      next(new Error(reason));
      // After the reason, which Socket.IO sends in the next tick.
      setImmediate(() => socket.conn.close());
    };
    try {
      const user = await authenticateSocket(socket, authenticate);
      if (!user) return refuse(refusal);
      if (!countConnection(connections, socket, user.personId)) return refuse(tooManyConnections);
      await socket.join(personChannel(user.personId));
      if (user.sessionId !== undefined) await socket.join(sessionChannel(user.sessionId));
      next();
      handshakes.get(socket.request)?.end();
    } catch (error) {
      log.warn({ err: error }, "Could not open a realtime connection.");
      // Closed rather than refused, so the browser reconnects.
      socket.conn.close();
    }
  });

  return {
    send: (people, name, payload, id) => {
      // With an empty list Socket.IO sends to every browser.
      if (people.length > 0) io.to(people.map(personChannel)).emit(name, payload, ...(id ? [id] : []));
    },
    attach: (server) => {
      attached = true;
      io.attach(server);
    },
    disconnectPerson: (personId) => io.in(personChannel(personId)).disconnectSockets(true),
    disconnectSession: (sessionId) => io.in(sessionChannel(sessionId)).disconnectSockets(true),
    connections: () => io.sockets.sockets.size,
    ready: async () => cluster?.listening() ?? true,
    close: async () => {
      io.local.disconnectSockets(true);
      const closeAdapter = () => io.of("/").adapter.close();
      await (cluster ? cluster.close(closeAdapter) : closeAdapter());
      if (attached) io.engine.close();
    },
  };
}

/** Counts a user's connection until it closes. Returns false if the user already has `maxConnections`. */
function countConnection(connections: Map<number, number>, { conn }: Socket, personId: number): boolean {
  const others = connections.get(personId) ?? 0;
  if (others >= maxConnections) return false;
  // A connection that has closed meanwhile reports it no more.
  if (conn.readyState !== "open") return true;
  connections.set(personId, others + 1);
  conn.once("close", () => {
    const remaining = (connections.get(personId) ?? 1) - 1;
    if (remaining === 0) connections.delete(personId);
    else connections.set(personId, remaining);
  });
  return true;
}

/** The socket token is `auth.token` or `auth.socketToken`. */
function authenticateSocket(socket: Socket, authenticate: AuthenticateSocket) {
  const { auth, headers } = socket.handshake;
  const token = [auth["token"], auth["socketToken"]].find((value) => typeof value === "string");
  return authenticate({ token, cookie: headers.cookie });
}

/** Browsers don't apply CORS to WebSockets, so the Origin is checked here. Other programs send none. */
function hasOwnOrigin({ headers }: IncomingMessage, appUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (!origin) return false;
  return (
    origin.host === headers.host || (appUrl !== undefined && origin.origin === URL.parse(appUrl)?.origin)
  );
}

function personChannel(personId: number): string {
  return `person:${personId}`;
}

function sessionChannel(sessionId: string): string {
  return `session:${sessionId}`;
}
