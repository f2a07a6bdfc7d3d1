import { startSandbox, type RunningSandbox } from "./server.ts";
import { readSettings } from "./settings.ts";

const major = Number(process.versions.node.split(".")[0]);
if (major < 22) {
  console.error(
    `The sandbox platform needs Node 24 (this is ${process.version}). Start it with "npm start".`,
  );
  process.exit(1);
}

// Its data are accessible for their owner only.
process.umask(0o077);

let sandbox: RunningSandbox;
try {
  sandbox = await startSandbox(readSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
console.log(`Sandbox platform on ${sandbox.url}`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await sandbox.stop();
  process.exit(0);
}

process.once("SIGTERM", stop);
process.once("SIGINT", stop);
if (process.env["SANDBOX_EXIT_WITH_PARENT"] === "1") {
  process.stdin.resume();
  process.stdin.once("end", stop);
  process.stdin.once("error", stop);
}
