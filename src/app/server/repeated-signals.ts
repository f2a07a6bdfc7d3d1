/**
 * Milliseconds after the first signal within which further ones are ignored: npm passes on the Ctrl+C that the terminal
 * also sends, on a busy machine some time later.
 */
const repeatedSignalWindow = 3000;

/**
 * Returns what to do at each SIGINT or SIGTERM, which arrives at `now` in milliseconds: the first one stops Reelay
 * gracefully, and one that is not a repetition of it ends the process at once.
 */
export function createSignalRule(): (now: number) => "stop" | "ignore" | "exit" {
  let stoppingSince: number | null = null;
  return (now) => {
    if (stoppingSince !== null) return now - stoppingSince > repeatedSignalWindow ? "exit" : "ignore";
    stoppingSince = now;
    return "stop";
  };
}
