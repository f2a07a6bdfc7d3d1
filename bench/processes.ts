import { readdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Clock ticks per second in `/proc` (`getconf CLK_TCK`, 100 on Linux). */
const ticksPerSecond = 100;

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

/** CPU time and memory growth of a process during a measurement. */
export interface Cost {
  cpuSeconds: number;
  /** Peak resident memory minus that at the start, in bytes. */
  grownBytes: number;
}

/** Starts measuring a process. Call the result to end the measurement. */
export async function watchCost(pid: number): Promise<() => Promise<Cost>> {
  const before = await memoryOf(pid, "VmRSS");
  // 5 resets the peak to the current value (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const start = (await processOf(pid))?.ticks ?? 0;
  return async () => {
    const end = await processOf(pid);
    if (!end) throw new Error("The watched process has ended.");
    const cpuSeconds = (end.ticks - start) / ticksPerSecond;
    return { cpuSeconds, grownBytes: (await memoryOf(pid, "VmHWM")) - before };
  };
}

/** Starts measuring the peak of a process's resident memory. Call the result for the peak so far, in bytes. */
export async function watchPeak(pid: number): Promise<() => Promise<number>> {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  return () => memoryOf(pid, "VmHWM");
}

/**
 * Starts measuring a process and its descendants: their CPU time, and the peak of their memory
 * together, sampled every 20 ms. Call the result to end the measurement.
 */
export async function watchTree(pid: number): Promise<() => Promise<Cost>> {
  const measure = async () => {
    const members = await ticksOf(pid);
    const sizes = await Promise.all([...members.keys()].map((one) => proportionalMemoryOf(one)));
    return {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      ticks: [...members.values()].reduce((sum, ticks) => sum + ticks, 0),
    };
  };
  const before = await measure();
  let peak = before.bytes;
  const ended = new AbortController();
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      peak = Math.max(peak, (await measure()).bytes);
      await wait(20);
    }
  })();
  return async () => {
    ended.abort();
    await sampling;
    const cpuSeconds = ((await measure()).ticks - before.ticks) / ticksPerSecond;
    return { cpuSeconds, grownBytes: peak - before.bytes };
  };
}

/** Starts measuring the CPU time of processes and their descendants. Call the result for the seconds so far. */
export async function watchCpu(pids: readonly number[]): Promise<() => Promise<number>> {
  const spent = async () => {
    let total = 0;
    for (const pid of pids) for (const ticks of (await ticksOf(pid)).values()) total += ticks;
    return total;
  };
  const before = await spent();
  return async () => ((await spent()) - before) / ticksPerSecond;
}

/** Waits until a process and its descendants use less than a tenth of a core for two seconds. */
export async function waitUntilIdle(pid: number, timeoutSeconds: number): Promise<void> {
  let idleSeconds = 0;
  let before = await ticksOf(pid);
  for (let waited = 0; waited < timeoutSeconds; waited += 1) {
    await wait(1000);
    const now = await ticksOf(pid);
    let spent = 0;
    for (const [one, ticks] of now) spent += ticks - (before.get(one) ?? 0);
    idleSeconds = spent <= ticksPerSecond / 10 ? idleSeconds + 1 : 0;
    if (idleSeconds === 2) return;
    before = now;
  }
  throw new Error(`The product was not idle within ${timeoutSeconds} seconds.`);
}

/** CPU ticks of a process and its descendants, by process id. */
async function ticksOf(root: number): Promise<Map<number, number>> {
  const all = await processes();
  const found = new Map<number, number>();
  const take = (one: Process) => {
    found.set(one.pid, one.ticks);
    for (const child of all) if (child.parent === one.pid) take(child);
  };
  for (const one of all) if (one.pid === root) take(one);
  return found;
}

async function processes(): Promise<Process[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = await Promise.all(names.map((name) => processOf(Number(name))));
  return read.filter((one) => one !== null);
}

/**
 * Null if the process has ended. Fields are counted after the name in parentheses, which can contain spaces.
 */
async function processOf(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  return { pid, parent: field(4), ticks: field(14) + field(15) };
}

/** Memory in bytes, with a share of what it shares with other processes; 0 if the process has just ended. */
async function proportionalMemoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): Promise<number> {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(
    await readFile(`/proc/${pid}/status`, "utf8"),
  )?.[1];
  return Number(kibibytes) * 1024;
}
