import { type Browser, chromium, type LaunchOptions } from "@playwright/test";

/** A browser on a computer of its own, which can sleep: nothing of it runs until it wakes. */
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
  // Playwright starts each browser as a process group: pages, network and all.
  const tellAll = (signal: NodeJS.Signals) => {
    if (pid !== undefined) process.kill(-pid, signal);
  };
  const wake = () => tellAll("SIGCONT");
  return {
    browser,
    sleep: () => tellAll("SIGSTOP"),
    wake,
    close: async () => {
      wake();
      await server.close();
    },
  };
}
