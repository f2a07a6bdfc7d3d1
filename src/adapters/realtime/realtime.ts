import type { Server } from "node:http";

import type { SendRealtime } from "#core/server/context.ts";

/** Messages to connected browsers. They are not stored: a browser that connects loads its data again. */
export interface Realtime {
  /** Sends to every browser of these users and guests, in any process. `payload` is serialized as JSON. */
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

/** A browser's socket token and cookies. `guestLink` is the id of the link if it is the browser of a guest. */
interface Handshake {
  token: string | undefined;
  cookie: string | undefined;
  guestLink: string | undefined;
}

/** The user and session of a connection. */
export interface ConnectedUser {
  personId: number;
  sessionId?: string | undefined;
}

/** The guest of a connection. */
export interface ConnectedGuest {
  guestId: string;
  linkId: string;
  /** Until the link ends; null without a known end. */
  millisecondsLeft: number | null;
}

/** User or guest of a connection; `null` if not authenticated. */
export type AuthenticateSocket = (handshake: Handshake) => Promise<ConnectedUser | ConnectedGuest | null>;
