import type { Server } from "node:http";

import type { SendRealtime } from "#core/server/context.ts";

/** Messages to people's open browsers. What nobody hears is lost: browsers refetch when they connect. */
export interface Realtime {
  /** Sends to every open browser of these people, whichever process it is connected to; `payload` becomes JSON. */
  send: SendRealtime;
  /** Accepts browsers on this server; a process that only sends leaves it out. */
  attach: (server: Server) => void;
  /** Ends a person's connections in all processes. */
  disconnectPerson: (personId: number) => void;
  /** Ends the connections that were opened with one session, in all processes: logout, or a session ended elsewhere. */
  disconnectSession: (sessionId: string) => void;
  /** Whether messages reach the other processes. */
  ready: () => Promise<boolean>;
  /** Ends all connections of this process. The HTTP server stays as it is. */
  close: () => Promise<void>;
}

/** What a browser shows when it connects: the short-lived socket token, and its cookies. */
interface Handshake {
  token: string | undefined;
  cookie: string | undefined;
}

/** Whom a connection belongs to, and by which session if that is known; `null` when nobody is signed in by it. */
export type AuthenticateSocket = (
  handshake: Handshake,
) => Promise<{ personId: number; sessionId?: string | undefined } | null>;
