import { io, type Socket } from "socket.io-client";

import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { startBaseline } from "./baseline-process.ts";
import { openDatabase } from "./database.ts";
import { type Figure, median, milliseconds, type Settings } from "./figure.ts";
import { createRequester, timeOf } from "./request-timing.ts";
import type { Product } from "./running-product.ts";
import { signUp } from "./workflow.ts";

const sockets = 1000;
/** Connections that one user may have. */
const perUser = 20;
/** Deliveries of one round, one after the other. */
const perRound = 200;

/** A change by the creator, and the message that the editor's socket receives. */
interface Delivered {
  what: string;
  /** Name of the realtime message. */
  message: string;
  /** Address and body of a request that sends `text`. */
  requestFor: (text: string) => { address: string; body: unknown };
}

/**
 * Something that one user sends, from its request to the other user's socket with 1,000 sockets on one process, compared
 * with one committed insert and then a bare Socket.IO server that passes on the same payload with as many sockets: the least that
 * anything stored can take. Both senders write to an open connection and parse no answer.
 */
export async function measureDelivery(
  { reelay, creator, editor }: Product,
  { what, message, requestFor }: Delivered,
  settings: Settings,
): Promise<Figure[]> {
  const { socketToken } = await editor.call(sessionEndpoints.checkAuth, {});
  const idle: Record<string, string>[] = [];
  while (idle.length < sockets / perUser) {
    const user = await signUp(reelay.url, `idle${idle.length}`, "EDITOR");
    idle.push({ token: (await user.call(sessionEndpoints.checkAuth, {})).socketToken });
  }
  const receiver = await open(reelay.url, { token: socketToken }, settings);
  await openMany(reelay.url, idle, settings);
  const requester = createRequester(creator, 1);
  settings.onEnd(async () => requester.close());
  const send = async (text: string) => {
    const { address, body } = requestFor(text);
    const arrived = next(receiver, message);
    const began = performance.now();
    const answered = requester.post(address, body);
    const payload = await Promise.race([arrived, answered.then(() => arrived)]);
    const took = performance.now() - began;
    await answered;
    return { payload, took };
  };
  const { payload } = await send("The first one");

  const echoUrl = `http://127.0.0.1:${await startBaseline("echo-server.ts", [], settings)}`;
  const echoReceiver = await open(echoUrl, { joins: "receiver" }, settings);
  const echoSender = await open(echoUrl, { joins: "sender" }, settings);
  const idleEchoes = idle.map(() => ({ joins: "idle" }));
  await openMany(echoUrl, idleEchoes, settings);
  const echo = () =>
    timeOf(async () => {
      const arrived = next(echoReceiver, "message");
      echoSender.emit("message", payload);
      await arrived;
    });

  const { pool, close } = await openDatabase({ reelay }, 1);
  settings.onEnd(close);
  await pool.query("create table bench_commits (text text)");
  const commit = () => timeOf(() => pool.query("insert into bench_commits values ($1)", ["A message"]));

  const runs = { product: [] as number[], echo: [] as number[], stored: [] as number[] };
  for (let round = 1; round <= settings.rounds; round += 1) {
    const times = { product: [] as number[], echo: [] as number[], stored: [] as number[] };
    for (let at = 0; at < perRound; at += 1) {
      // A user may send 60 per minute.
      if (at % 50 === 0) await pool.query("truncate rate_limits");
      times.product.push((await send(`Number ${at} of round ${round}`)).took);
      const bare = await echo();
      times.echo.push(bare);
      times.stored.push((await commit()) + bare);
    }
    for (const timed of ["product", "echo", "stored"] as const) runs[timed].push(percentile99(times[timed]));
    const [own, bare, stored] = [times.product, times.echo, times.stored].map(
      (list) => `${milliseconds(median(list))} / ${milliseconds(percentile99(list))}`,
    );
    settings.log(`p50 / p99: ${own}, bare echo ${bare}, after a commit ${stored}`);
  }
  const [measured, baseline, bare] = [median(runs.product), median(runs.stored), median(runs.echo)];
  const ratio = measured / baseline;
  const figure: Figure = {
    what: `${what}, ${sockets} sockets, p99`,
    measured: milliseconds(measured),
    baseline: milliseconds(baseline),
    ratio,
    target: { text: "≤ 2 × the baseline", met: ratio <= 2 },
  };
  const echoAlone: Figure = {
    what: "the same against the bare echo without an insert, p99",
    measured: milliseconds(measured),
    baseline: milliseconds(bare),
    ratio: measured / bare,
    target: null,
  };
  return [figure, echoAlone];
}

async function open(
  url: string,
  auth: Record<string, string>,
  { onEnd }: Pick<Settings, "onEnd">,
): Promise<Socket> {
  const socket = io(url, { transports: ["websocket"], auth, forceNew: true });
  onEnd(async () => socket.disconnect());
  await new Promise<void>((resolveOpen, reject) => {
    socket.once("connect", resolveOpen);
    socket.once("connect_error", reject);
  });
  return socket;
}

/** The payload of the next message of this name. */
async function next(socket: Socket, name: string): Promise<unknown> {
  return new Promise((arrived) => socket.once(name, arrived));
}

/** Opens `perUser` sockets of each user. */
async function openMany(
  url: string,
  users: readonly Record<string, string>[],
  settings: Settings,
): Promise<void> {
  settings.log(`opening ${sockets} sockets`);
  for (const auth of users) {
    await Promise.all(Array.from({ length: perUser }, () => open(url, auth, settings)));
  }
}

/** The 99th percentile. */
function percentile99(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
