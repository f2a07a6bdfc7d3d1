import type { Server } from "node:http";

import type { SendRealtime } from "#core/server/context.ts";

/** Messages to connected browsers. They are not stored: a browser that connects loads its data again. */
export interface Realtime {
  /** Sends to every browser of these users, in any process. `payload` is serialized as JSON. */
  send: SendRealtime;
  /** Accepts browsers on this server. Not needed in a process that only sends. */
  attach: (server: Server) => void;
  /** Disconnects a user in all processes. */
  disconnectPerson: (personId: number) => void;
  /** Disconnects a session in all processes, after logout or revocation. */
  disconnectSession: (sessionId: string) => void;
  /** Number of connections to this process. */
  connections: () => number;
  /** True if messages reach other processes. */
  ready: () => Promise<boolean>;
  /** Disconnects all browsers of this process. The HTTP server keeps running. */
  close: () => Promise<void>;
}

/** A browser's socket token and cookies. */
interface Handshake {
  token: string | undefined;
  cookie: string | undefined;
}

/** User and session of a connection; `null` if not authenticated. */
export type AuthenticateSocket = (
  handshake: Handshake,
) => Promise<{ personId: number; sessionId?: string | undefined } | null>;
