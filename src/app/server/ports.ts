import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A port to listen on, and its setting. */
export interface Port {
  setting: "PORT" | "HEALTH_PORT" | "SANDBOX_PORT";
  port: number;
  host: string;
}

/** Milliseconds to wait for the sandbox of a killed Reelay to end. */
const timeoutMilliseconds = 3000;

/** Throws an error with instructions if the port is in use or not allowed. */
export async function requireFreePort(wanted: Port): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const reason = await tryListening(wanted);
    if (reason === null) return;
    if (reason.code !== "EADDRINUSE" || Date.now() > deadline) throw portError(wanted, reason);
    await wait(100);
  }
}

/** An error with instructions for a known listen error; other errors unchanged. */
export function portError({ setting, port, host }: Port, error: NodeJS.ErrnoException): Error {
  const start = `start with ${setting}=${port < 60_000 ? port + 1000 : port - 1000} npm start`;
  switch (error.code) {
    case "EADDRINUSE":
      return new Error(`Port ${port} is in use by another program. Stop it, or ${start}`);
    case "EACCES":
      return new Error(`Port ${port} is reserved for the system. Choose one above 1023: ${start}`);
    case "EADDRNOTAVAIL":
      return new Error(
        `This machine does not have the address ${host}. Change ${setting === "SANDBOX_PORT" ? "SANDBOX_LISTEN_ON" : "LISTEN_ON"}.`,
      );
    default:
      return error;
  }
}

async function tryListening({ port, host }: Port): Promise<NodeJS.ErrnoException | null> {
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
