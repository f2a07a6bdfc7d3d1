import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

import { second } from "#core/time.ts";

import type { ImageProblem, ImageRequest, ImageReply, ImageWork, StoredImage } from "./messages.ts";

/** No image within the limits takes nearly as long. */
const timeLimit = 60 * second;
/** The process ends after being idle for this long, because libvips returns little memory before. */
const idleTime = 20 * second;

/** Runs one piece of work. */
export type Decoder = (work: ImageWork) => Promise<StoredImage | ImageProblem>;

/**
 * Creates a decoder that runs one piece of work at a time in a process of its own, with low priority: decoding shares
 * neither memory nor the thread pool with logins and file reads. An image with which the process crashes or exceeds the
 * time limit is reported as unreadable.
 */
export function createDecoder(): Decoder {
  let idleProcess: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = (child: ChildProcess) => {
    child.kill("SIGKILL");
    if (idleProcess === child) idleProcess = null;
  };
  const take = (): ChildProcess => {
    clearTimeout(idle);
    if (!idleProcess?.connected) idleProcess = startProcess();
    idleProcess.ref();
    idleProcess.channel?.ref();
    return idleProcess;
  };
  const keep = (child: ChildProcess) => {
    child.unref();
    child.channel?.unref();
    idle = setTimeout(() => end(child), idleTime).unref();
  };

  return async (work) => {
    const child = take();
    const { promise, resolve } = Promise.withResolvers<ImageReply["result"] | null>();
    const onMessage = ({ result }: ImageReply) => resolve(result);
    const onEnd = () => resolve(null);
    child.on("message", onMessage).on("exit", onEnd).on("error", onEnd);
    const limit = setTimeout(onEnd, timeLimit);
    const request: ImageRequest = { work };
    child.send(request, (error) => error && onEnd());
    const result = await promise;
    clearTimeout(limit);
    child.off("message", onMessage).off("exit", onEnd).off("error", onEnd);
    if (result === null) end(child);
    else keep(child);
    if (result === null || typeof result === "string") return result ?? "unreadable";
    return { ...result, bytes: Buffer.from(result.bytes) };
  };
}

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL("./image-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--expose-gc", script], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
    windowsHide: true,
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Also while no work listens.
  return child.on("error", () => undefined);
}
