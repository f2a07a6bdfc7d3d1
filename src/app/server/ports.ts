import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A port that Reelay listens on, and the setting that names it. */
export interface Port {
  setting: "PORT" | "SANDBOX_PORT";
  port: number;
  host: string;
}

/** The sandbox of a Reelay that was killed a moment ago is still ending. */
const timeoutMilliseconds = 3000;

/** Throws a sentence that says what to do where somebody else has the port or nobody may have it. */
export async function requireFreePort(wanted: Port): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const reason = await listenErrorOf(wanted);
    if (reason === null) return;
    if (reason.code !== "EADDRINUSE" || Date.now() > deadline) throw portError(wanted, reason);
    await wait(100);
  }
}

/** Why a port can't be listened on, in a sentence; any other error as it is. */
export function portError({ setting, port, host }: Port, error: NodeJS.ErrnoException): Error {
  const start = `start with ${setting}=${port < 60_000 ? port + 1000 : port - 1000} npm start`;
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(`Port ${port} is taken by another program. Stop it, or ${start}`);
    case "EACCES":
      return new Error(`Port ${port} is kept for the system. Choose one above 1023: ${start}`);
    case "EADDRNOTAVAIL":
      return new Error(`This machine does not have the address ${host}. Correct LISTEN_ON.`);
    default:
      return error;
  }
}

async function listenErrorOf({ port, host }: Port): Promise<NodeJS.ErrnoException | null> {
  const probe = createServer();
  const refused = new Promise<NodeJS.ErrnoException>((resolve) => probe.once("error", resolve));
  const listening = new Promise<null>((resolve) => probe.listen({ port, host }, () => resolve(null)));
  const reason = await Promise.race([refused, listening]);
  if (reason === null) {
    probe.close();
    await once(probe, "close");
  }
  return reason;
}
