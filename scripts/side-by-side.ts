import { spawn } from "node:child_process";

/**
 * Runs the shell commands in `commands`, by name, at the same time in `folder`. Prints a line for each as soon as it
 * ends, with its whole output if it failed. False if one of them failed.
 */
export async function runSideBySide(
  commands: ReadonlyMap<string, string>,
  folder: string,
  print: (text: string) => void,
): Promise<boolean> {
  const runs = [...commands].map(async ([name, command]) => {
    const started = performance.now();
    const { passed, output } = await runInShell(command, folder);
    const line = `${passed ? "✓" : "✗"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
    print(passed ? line : `\n${line}\n${output.trim()}\n`);
    return passed;
  });
  return !(await Promise.all(runs)).includes(false);
}

/** The output has both streams, which the shell unites, in the order in which they were written. */
function runInShell(command: string, folder: string): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", `exec 2>&1\n${command}`], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => resolve({ passed: code === 0, output }));
  });
}
