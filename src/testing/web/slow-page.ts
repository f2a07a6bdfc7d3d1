import { cdp } from "vitest/browser";

import { delay } from "./delays.ts";

/** Setup of component tests that run with delays: halves the speed of the processor, and delays code that is imported later. */
await cdp().send("Emulation.setCPUThrottlingRate", { rate: 2 });
Object.assign(globalThis, {
  importLater: async (load: () => Promise<unknown>) => {
    await delay();
    return load();
  },
});
