import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A free port that no other test process gets while this one runs, so it stays free when its server restarts.
 * Below the ephemeral port range.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if ((await isUnused(port)) && (await reserve(port))) return port;
  }
}

async function isUnused(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  if (!(await succeeds(once(probe, "listening")))) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

/** Reserves the port among test processes by binding the UDP port of the same number. */
async function reserve(port: number): Promise<boolean> {
  const reservation = createSocket("udp4").unref();
  reservation.bind({ port, address: "127.0.0.1", exclusive: true });
  return succeeds(once(reservation, "listening"));
}

function succeeds(event: Promise<unknown>): Promise<boolean> {
  return event.then(
    () => true,
    () => false,
  );
}

/** A port that another program listens on until `free` is called. */
export async function takePort(): Promise<{ port: number; free: () => Promise<void> }> {
  const port = await freePort();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  const free = async () => {
    other.close();
    await once(other, "close");
  };
  return { port, free };
}
