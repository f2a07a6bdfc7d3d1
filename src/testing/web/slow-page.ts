import { delay } from "./delays.ts";

/** Setup of component tests that run with delays: delays code that is imported later. */
Object.assign(globalThis, {
  importLater: async (load: () => Promise<unknown>) => {
    await delay();
    return load();
  },
});
