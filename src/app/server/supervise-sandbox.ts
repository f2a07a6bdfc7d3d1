import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import type { BaseLogger } from "pino";

import { startSandboxProcess, stopSandboxProcess } from "./sandbox-process.ts";

/** A sandbox platform that is started again when its process ends. */
export interface SupervisedSandbox {
  isRunning: () => boolean;
  /** Process id, or undefined while it is not running. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
}

/** Milliseconds until the next attempt: 0.25 s at first, 10 s at most. */
const restartDelay = (tries: number) => Math.min(250 * 2 ** tries, 10_000);

/**
 * Starts the sandbox platform and restarts it whenever it ends, unless `stopping` is aborted: a signal to the whole process
 * group ends it first. Throws if the first start fails.
 */
export async function superviseSandbox(
  settings: Parameters<typeof startSandboxProcess>[0],
  client: Parameters<typeof startSandboxProcess>[1],
  { log, stopping }: { log: Pick<BaseLogger, "warn" | "error">; stopping: AbortSignal },
): Promise<SupervisedSandbox> {
  const stopped = new AbortController();
  const ending = AbortSignal.any([stopped.signal, stopping]);
  let current: ChildProcess | null = null;
  let restarting: Promise<void> | null = null;

  const begin = async () => {
    const child = await startSandboxProcess(settings, client);
    if (ending.aborted) return stopSandboxProcess(child);
    current = child;
    const onEnd = () => {
      current = null;
      if (!ending.aborted) restarting = restart();
    };
    if (child.exitCode !== null || child.signalCode !== null) onEnd();
    else child.once("exit", onEnd);
  };
  const restart = async () => {
    for (let tries = 0; !ending.aborted; tries += 1) {
      await wait(restartDelay(tries), undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return;
      if (tries === 0) log.warn("The sandbox platform stopped. Restarting it.");
      try {
        return await begin();
      } catch (error) {
        log.error({ err: error }, "The sandbox platform could not be started. Trying again.");
      }
    }
  };
  await begin();

  return {
    isRunning: () => current !== null,
    pid: () => current?.pid,
    stop: async () => {
      stopped.abort();
      await restarting;
      if (current) await stopSandboxProcess(current);
    },
  };
}
