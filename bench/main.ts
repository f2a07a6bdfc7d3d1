import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Figure, Row, Settings } from "./figure.ts";
import { commentDelivery } from "./rows/comment-delivery.ts";
import { commentList } from "./rows/comment-list.ts";
import { commentOnScreen } from "./rows/comment-on-screen.ts";
import { firstFrame } from "./rows/first-frame.ts";
import { firstSegment } from "./rows/first-segment.ts";
import { footageFiles } from "./rows/footage-files.ts";
import { footageLarge } from "./rows/footage-large.ts";
import { imageUploads } from "./rows/image-uploads.ts";
import { lighthouseScores } from "./rows/lighthouse.ts";
import { messageDelivery } from "./rows/message-delivery.ts";
import { messageHistory } from "./rows/message-history.ts";
import { openingCalls } from "./rows/opening-calls.ts";
import { opening } from "./rows/opening.ts";
import { peopleSearch } from "./rows/people-search.ts";
import { pictureCheck } from "./rows/picture-check.ts";
import { readers } from "./rows/readers.ts";
import { relayLine } from "./rows/relay-line.ts";
import { relay } from "./rows/relay.ts";
import { results } from "./rows/results.ts";
import { scriptSize } from "./rows/script-size.ts";
import { signInTiming } from "./rows/sign-in-timing.ts";
import { start } from "./rows/start.ts";
import { taskLists } from "./rows/task-lists.ts";
import { teamLists } from "./rows/team-lists.ts";
import { twoUsers } from "./rows/two-users.ts";
import { upload } from "./rows/upload.ts";
import { watchTogether } from "./rows/watch-together.ts";
import { drawTable } from "./table.ts";

const rows: readonly Row[] = [
  upload,
  footageFiles,
  footageLarge,
  relay,
  relayLine,
  start,
  firstFrame,
  firstSegment,
  opening,
  openingCalls,
  commentList,
  readers,
  scriptSize,
  lighthouseScores,
  peopleSearch,
  taskLists,
  teamLists,
  results,
  messageDelivery,
  commentDelivery,
  commentOnScreen,
  watchTogether,
  messageHistory,
  signInTiming,
  imageUploads,
  pictureCheck,
  twoUsers,
];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: "string" },
    rounds: { type: "string" },
    only: { type: "string", default: "" },
    tiny: { type: "boolean", default: false },
  },
});
const cleanups: (() => Promise<unknown>)[] = [];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    console.log("Stopping …");
    void runCleanups().finally(() => process.exit(1));
  });
}
try {
  await measure();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function measure(): Promise<void> {
  const { tiny, only } = values;
  if (process.platform !== "linux") {
    throw new Error("Benchmarks need /proc and run only on Linux.");
  }
  const chosen = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    const names = rows.map(({ name }) => name).join(", ");
    throw new Error(`Unknown row: ${unknown.join(", ")}. Choose from: ${names}.`);
  }
  const bytes = readSize(values.size ?? (tiny ? "20MB" : "2GB"));
  const rounds = Number(values.rounds ?? (tiny ? 1 : 3));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds must be a positive whole number.");
  console.log(machine());
  const figures: Figure[] = [];
  for (const row of chosen) {
    try {
      figures.push(...(await measureRow(row, { bytes, rounds, only, tiny })));
    } catch (error) {
      console.error(`${row.name} could not run:`, error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${drawTable(figures)}\n\n${machine()}`);
  if (tiny) return;
  const missed = figures.filter(({ target }) => target?.met === false);
  for (const { what, measured, ratio, target } of missed) {
    const got = ratio === null ? measured : `${ratio.toFixed(2)} of its baseline`;
    console.log(`Target missed: ${what} is ${got}, target ${target?.text}.`);
  }
  if (missed.length > 0) process.exitCode = 1;
  else if (!process.exitCode) console.log("All targets met.");
}

async function measureRow(
  row: Row,
  wanted: Pick<Settings, "bytes" | "rounds" | "only" | "tiny">,
): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "reelay-bench-"));
  const log = (line: string) =>
    console.log(`  ${row.name}: ${line} (load ${loadavg()[0]?.toFixed(1) ?? "unknown"})`);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  try {
    return await row.measure({ ...wanted, folder, log, onEnd: (last) => cleanups.push(last) });
  } finally {
    await runCleanups();
  }
}

async function runCleanups(): Promise<void> {
  for (let last = cleanups.pop(); last; last = cleanups.pop()) await last();
}

/** Bytes of a size such as 512MB or 2GB, in powers of 1000. */
function readSize(text: string): number {
  const found = /^(\d+(?:\.\d+)?)(MB|GB)$/.exec(text);
  if (!found) throw new Error(`--size must be a number with MB or GB, such as 512MB, not ${text}.`);
  return Math.round(Number(found[1]) * (found[2] === "GB" ? 1e9 : 1e6));
}

function machine(): string {
  const [one, five] = loadavg().map((load) => load.toFixed(1));
  const model = cpus()[0]?.model ?? "unknown processor";
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${model}, ${memory} GiB, Node ${process.versions.node}, load ${one} (5 minutes: ${five})`;
}
