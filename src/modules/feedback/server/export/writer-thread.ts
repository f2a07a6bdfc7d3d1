/** Writes one export's file and sends its bytes to the server's thread. */
import { parentPort, workerData } from "node:worker_threads";

import type { FileToWrite } from "./write-file.ts";
import { writers } from "./writers.ts";

const { format, input } = workerData as FileToWrite;
const content = new TextEncoder().encode(writers[format](input));
parentPort?.postMessage(content, [content.buffer]);
