import { parentPort, workerData } from "node:worker_threads";

import { readFacts } from "./read-facts.ts";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has no origin
parentPort?.postMessage(await readFacts(String(workerData)));
