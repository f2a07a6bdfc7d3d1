import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { io, type Socket } from "socket.io-client";

import { messagesEndpoints } from "#modules/messages/contract.ts";
import { messageChanged } from "#modules/messages/realtime-messages.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";

import { openDatabase } from "../database.ts";
import { type Figure, median, milliseconds, plainFigure, type Row, type Settings } from "../figure.ts";
import { timeOf } from "../request-timing.ts";
import { startProduct } from "../running-product.ts";
import { createTask, signUp } from "../workflow.ts";

const sockets = 1000;
/** Messages of one round, one after the other. */
const perRound = 200;

/**
 * A message from its request to the other user's socket with 1,000 sockets on one process, compared with a bare Socket.IO
 * server that passes on the same payload with as many sockets. A committed insert of the same text shows the part of the
 * database.
 */
export const messageDelivery: Row = {
  name: "message-delivery",
  measure: async (settings) => {
    const product = await startProduct(settings);
    const { creator, editor, reelay } = product;
    await createTask(creator, editor, "Harbour at dawn");
    const { id, socketToken } = await editor.call(sessionEndpoints.checkAuth, {});
    const idle = await (await signUp(reelay.url, "idle", "EDITOR")).call(sessionEndpoints.checkAuth, {});
    const receiver = await open(reelay.url, { token: socketToken }, settings);
    await openMany(reelay.url, { token: idle.socketToken }, settings);
    const send = async (text: string) => {
      const arrived = next(receiver, messageChanged.name);
      const body = { id: crypto.randomUUID(), text };
      const began = performance.now();
      const stored = creator.call(messagesEndpoints.send, { params: { id }, body });
      const payload = await arrived;
      const took = performance.now() - began;
      await stored;
      return { payload, took };
    };
    const { payload } = await send("The first message");

    const echoUrl = await startEcho(settings);
    const echoReceiver = await open(echoUrl, { joins: "receiver" }, settings);
    const echoSender = await open(echoUrl, { joins: "sender" }, settings);
    await openMany(echoUrl, { joins: "idle" }, settings);
    const echo = () =>
      timeOf(async () => {
        const arrived = next(echoReceiver, "message");
        echoSender.emit("message", payload);
        await arrived;
      });

    const { pool, close } = await openDatabase(product, 1);
    settings.onEnd(close);
    await pool.query("create table bench_commits (text text)");
    const commit = () => timeOf(() => pool.query("insert into bench_commits values ($1)", ["A message"]));

    const runs = { product: [] as number[], echo: [] as number[], commit: [] as number[] };
    for (let round = 1; round <= settings.rounds; round += 1) {
      // A user may send 60 messages per minute.
      await pool.query("truncate rate_limits");
      const times = { product: [] as number[], echo: [] as number[], commit: [] as number[] };
      for (let at = 1; at <= perRound; at += 1) {
        if (at % 50 === 0) await pool.query("truncate rate_limits");
        times.product.push((await send(`Message ${at} of round ${round}`)).took);
        times.echo.push(await echo());
        times.commit.push(await commit());
      }
      for (const what of ["product", "echo", "commit"] as const) runs[what].push(worst(times[what]));
      const [own, bare, database] = [times.product, times.echo, times.commit].map(
        (list) => `${milliseconds(median(list))} / ${milliseconds(worst(list))}`,
      );
      settings.log(`p50 / p99: ${own}, bare echo ${bare}, commit ${database}`);
    }
    const [measured, baseline] = [median(runs.product), median(runs.echo)];
    const ratio = measured / baseline;
    const figure: Figure = {
      what: `message to the other user, ${sockets} sockets, p99`,
      measured: milliseconds(measured),
      baseline: milliseconds(baseline),
      ratio,
      target: { text: "≤ 2 × the baseline", met: ratio <= 2 },
    };
    return [figure, plainFigure("one committed insert, p99", milliseconds(median(runs.commit)))];
  },
};

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

/** Opens the idle sockets, some at a time. */
async function openMany(url: string, auth: Record<string, string>, settings: Settings): Promise<void> {
  settings.log(`opening ${sockets} sockets`);
  for (let at = 0; at < sockets; at += 50) {
    await Promise.all(Array.from({ length: 50 }, () => open(url, auth, settings)));
  }
}

/** Starts the baseline and returns its URL. */
async function startEcho({ onEnd }: Pick<Settings, "onEnd">): Promise<string> {
  const script = fileURLToPath(new URL("../baselines/echo-server.ts", import.meta.url));
  const server = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  onEnd(async () => server.kill());
  const [port]: unknown[] = await once(server.stdout, "data");
  return `http://127.0.0.1:${Number(String(port))}`;
}

/** The 99th percentile. */
function worst(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
