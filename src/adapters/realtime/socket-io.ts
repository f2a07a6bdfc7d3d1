import type { IncomingMessage } from "node:http";

import type { Pool } from "pg";
import type { BaseLogger } from "pino";
import { Server, type Socket } from "socket.io";

import { guestChannel, type Recipient } from "#core/server/context.ts";
import type { RequestShare } from "#core/server/request-shares.ts";
import { day, second } from "#core/time.ts";

import { joinCluster } from "./postgres-cluster.ts";
import type { AuthenticateSocket, ConnectedGuest, ConnectedUser, Realtime } from "./realtime.ts";

export interface SocketIoParts {
  authenticate: AuthenticateSocket;
  log: BaseLogger;
  /** Connects the processes that use this database. Without it, messages stay in this process. */
  pool?: Pool;
  /** The share of a handshake, which ends when the connection is authenticated or closed. */
  admit: (request: IncomingMessage) => RequestShare;
  /** The network of a handshake, which limits the connections of guests. */
  network: (request: IncomingMessage) => string;
  /**
   * Name of the message that changes to a link are sent with. A guest's connection is authenticated again after it, and receives
   * it at the end of the link.
   */
  guestMessage: string;
  /** Milliseconds until a connection that hasn't been authenticated is closed. */
  authenticationTimeout?: number;
  /** Public address of the server, for use behind a proxy. */
  appUrl?: string;
}

/** Connections to this process: of one account, of the guests of a link, and of guests from one network. */
const maxConnections = { account: 20, link: 500, network: 100 };
const tooManyConnections = "too many connections, close another window";

/** Clients of the API compare this text. */
const refusal = "user not authenticated, go to login";
const guestRefusal = "guest not authenticated, open the review link again";

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
  const connections = new Map<string, number>();

  io.use(async (socket, next) => {
    const refuse = (reason: string) => {
      next(new Error(reason));
      // After the reason, which Socket.IO sends in the next tick.
      setImmediate(() => socket.conn.close());
    };
    try {
      const client = await authenticateSocket(socket, authenticate);
      if (!client) return refuse(guestLink(socket) === undefined ? refusal : guestRefusal);
      const limits = connectionLimits(client, parts.network(socket.request));
      if (!countConnection(connections, socket, limits)) return refuse(tooManyConnections);
      await socket.join(clientChannels(client));
      if ("guestId" in client) checkAgain(socket, client);
      next();
      handshakes.get(socket.request)?.end();
    } catch (error) {
      log.warn({ err: error }, "Could not open a realtime connection.");
      // Closed rather than refused, so the browser reconnects.
      socket.conn.close();
    }
  });

  /** Authenticates the connection of a guest again after each message about the link, and disconnects it once that fails. */
  const checkAgain = (socket: Socket, guest: ConnectedGuest) => {
    let timer: NodeJS.Timeout | undefined;
    const waitForEnd = ({ millisecondsLeft }: ConnectedGuest) => {
      clearTimeout(timer);
      if (millisecondsLeft === null || socket.conn.readyState !== "open") return;
      const delay = Math.min(Math.max(millisecondsLeft, second), day);
      timer = setTimeout(() => socket.emit(parts.guestMessage, {}), delay).unref();
    };
    const check = async () => {
      try {
        const client = await authenticateSocket(socket, authenticate);
        if (client && "guestId" in client) waitForEnd(client);
        else socket.disconnect(true);
      } catch (error) {
        log.warn({ err: error }, "Could not check the realtime connection of a guest.");
        // Reconnects, and is authenticated then.
        socket.conn.close();
      }
    };
    socket.onAnyOutgoing((name: string) => {
      if (name === parts.guestMessage) void check();
    });
    socket.conn.once("close", () => clearTimeout(timer));
    waitForEnd(guest);
  };

  return {
    send: (recipients, name, payload, id) => {
      // With an empty list Socket.IO sends to every browser.
      if (recipients.length > 0) {
        io.to(recipients.map(recipientChannel)).emit(name, payload, ...(id ? [id] : []));
      }
    },
    attach: (server) => {
      attached = true;
      io.attach(server);
    },
    disconnectPerson: (personId) => io.in(recipientChannel(personId)).disconnectSockets(true),
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

/** Highest numbers of connections, by what they have in common. */
function connectionLimits(client: ConnectedUser | ConnectedGuest, network: string): Map<string, number> {
  if ("personId" in client) return new Map([[recipientChannel(client.personId), maxConnections.account]]);
  return new Map([
    [guestChannel(client.linkId), maxConnections.link],
    [`guests-network:${network}`, maxConnections.network],
  ]);
}

/** Counts a connection until it closes. Returns false if one of its limits is reached. */
function countConnection(
  connections: Map<string, number>,
  { conn }: Socket,
  limits: ReadonlyMap<string, number>,
): boolean {
  for (const [key, max] of limits) if ((connections.get(key) ?? 0) >= max) return false;
  // A connection that has closed meanwhile reports it no more.
  if (conn.readyState !== "open") return true;
  for (const key of limits.keys()) connections.set(key, (connections.get(key) ?? 0) + 1);
  conn.once("close", () => {
    for (const key of limits.keys()) {
      const remaining = (connections.get(key) ?? 1) - 1;
      if (remaining === 0) connections.delete(key);
      else connections.set(key, remaining);
    }
  });
  return true;
}

/** The socket token is `auth.token` or `auth.socketToken`. */
function authenticateSocket(socket: Socket, authenticate: AuthenticateSocket) {
  const { auth, headers } = socket.handshake;
  const token = [auth["token"], auth["socketToken"]].find((value) => typeof value === "string");
  return authenticate({ token, cookie: headers.cookie, guestLink: guestLink(socket) });
}

function guestLink({ handshake }: Socket): string | undefined {
  const { guestLink: linkId }: { guestLink?: unknown } = handshake.auth;
  return typeof linkId === "string" ? linkId : undefined;
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

function clientChannels(client: ConnectedUser | ConnectedGuest): string[] {
  if ("guestId" in client) {
    return [guestChannel(client.linkId), guestChannel(client.linkId, client.guestId)];
  }
  const { personId, sessionId } = client;
  return [recipientChannel(personId), ...(sessionId === undefined ? [] : [sessionChannel(sessionId)])];
}

function recipientChannel(recipient: Recipient): string {
  return typeof recipient === "number" ? `person:${recipient}` : recipient;
}

function sessionChannel(sessionId: string): string {
  return `session:${sessionId}`;
}
