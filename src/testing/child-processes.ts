import { readFile } from "node:fs/promises";

/** Process ids of the children of this process that have `word` on their command line. Linux only. */
export async function childProcesses(word: string): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  const found: number[] = [];
  for (const pid of children.trim().split(" ")) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(word)) found.push(Number(pid));
  }
  return found;
}
