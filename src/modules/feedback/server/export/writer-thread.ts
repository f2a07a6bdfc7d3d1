/** Writes one export's file and sends its bytes to the server's thread. */
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

import type { FileToWrite } from "./write-file.ts";
import { writers } from "./writers.ts";

// Linux has priorities of threads; elsewhere the whole server would get this one.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { format, input } = workerData as FileToWrite;
const content = new TextEncoder().encode(writers[format](input));
parentPort?.postMessage(content, [content.buffer]);
