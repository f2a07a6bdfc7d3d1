import { type Browser, chromium, type LaunchOptions } from "@playwright/test";

/** A browser whose processes can be paused, as when a computer sleeps. */
export interface Laptop {
  browser: Browser;
  sleep: () => void;
  wake: () => void;
  close: () => Promise<void>;
}

export async function openLaptop(options: LaunchOptions | undefined): Promise<Laptop> {
  const server = await chromium.launchServer(options);
  const browser = await chromium.connect(server.wsEndpoint());
  const { pid } = server.process();
  // Playwright starts each browser as a process group.
  const signalAll = (signal: NodeJS.Signals) => {
    if (pid !== undefined) process.kill(-pid, signal);
  };
  const wake = () => signalAll("SIGCONT");
  return {
    browser,
    sleep: () => signalAll("SIGSTOP"),
    wake,
    close: async () => {
      wake();
      await server.close();
    },
  };
}
