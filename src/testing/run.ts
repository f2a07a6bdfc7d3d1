import { createRun, type Run, type Settings } from "#core/server/context.ts";
import type { Database } from "#core/server/database.ts";
import { createKeyring } from "#core/server/keyring.ts";
import { defaultSignInSettings } from "#core/sign-in-settings.ts";

export const testSettings: Settings = {
  operatorEmails: [],
  emailEnabled: false,
  reviewWindowSeconds: 36_000,
  storageQuota: null,
  signIn: defaultSignInSettings,
};

/**
 * A `Run` on a test database without an application, for tests of one module's rules that need neither HTTP nor other
 * modules; all others use `startApp`. Omitted parts have no effect.
 */
export function createTestRun(
  db: Database,
  parts: Partial<Omit<Parameters<typeof createRun>[0], "db">> = {},
): Run {
  return createRun({
    db,
    clock: () => new Date(),
    keyring: createKeyring("a secret of the tests, long enough to be one"),
    settings: testSettings,
    enqueue: async () => undefined,
    sendRealtime: () => undefined,
    eventHandlers: [],
    lockTask: async () => undefined,
    ...parts,
  });
}
