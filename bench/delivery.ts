import { io, type Socket } from "socket.io-client";

import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { openDatabase } from "./database.ts";
import { type Figure, limitFigure, median, milliseconds, type Settings } from "./figure.ts";
import { createRequester, timeOf } from "./request-timing.ts";
import type { Product } from "./running-product.ts";
import { signUp } from "./workflow.ts";

/** Connections that one user may have. */
const perUser = 20;

/** A change by the creator, and the message that the editor's socket receives. */
interface Delivered {
  what: string;
  /** Name of the realtime message. */
  message: string;
  /** Address and body of a request that sends `text`. */
  requestFor: (text: string) => { address: string; body: unknown };
}

/**
 * Something that one user sends, from its request to the other user's socket with 1,000 sockets on one process. The sender writes
 * to an open connection and parses no answer.
 */
export async function measureDelivery(
  { reelay, creator, editor }: Product,
  { what, message, requestFor }: Delivered,
  settings: Settings,
): Promise<Figure[]> {
  const sockets = settings.tiny ? perUser : 1000;
  /** Deliveries of one round, one after the other. */
  const perRound = settings.tiny ? 5 : 200;
  const { socketToken } = await editor.call(sessionEndpoints.checkAuth, {});
  const receiver = await open(reelay.url, socketToken, settings);
  settings.log(`opening ${sockets} sockets`);
  for (let opened = 0; opened < sockets; opened += perUser) {
    const user = await signUp(reelay.url, `idle${opened}`, "EDITOR");
    const { socketToken: token } = await user.call(sessionEndpoints.checkAuth, {});
    await Promise.all(Array.from({ length: perUser }, () => open(reelay.url, token, settings)));
  }
  const requester = createRequester(creator, 1);
  settings.onEnd(async () => requester.close());
  const send = async (text: string) => {
    const { address, body } = requestFor(text);
    const arrived = new Promise((received) => receiver.once(message, received));
    const answered = requester.post(address, body);
    const took = await timeOf(() => Promise.race([arrived, answered.then(() => arrived)]));
    await answered;
    return took;
  };
  await send("The first one");

  const { pool, close } = await openDatabase({ reelay }, 1);
  settings.onEnd(close);
  const times: number[] = [];
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (let at = 0; at < perRound; at += 1) {
      // A user may send 60 per minute.
      if (at % 50 === 0) await pool.query("truncate rate_limits");
      times.push(await send(`Number ${at} of round ${round}`));
    }
    settings.log(`p50 / p99 so far: ${milliseconds(median(times))} / ${milliseconds(percentile99(times))}`);
  }
  return [
    limitFigure(`${what}, ${sockets} sockets, p50`, median(times), { max: 100, show: milliseconds }),
    limitFigure("the same, p99", percentile99(times), { max: 250, show: milliseconds }),
  ];
}

async function open(url: string, token: string, { onEnd }: Pick<Settings, "onEnd">): Promise<Socket> {
  const socket = io(url, { transports: ["websocket"], auth: { token }, forceNew: true });
  onEnd(async () => socket.disconnect());
  await new Promise<void>((resolveOpen, reject) => {
    socket.once("connect", resolveOpen);
    socket.once("connect_error", reject);
  });
  return socket;
}

/** The 99th percentile. */
export function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
