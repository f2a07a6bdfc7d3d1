import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";

import { AppError, commonError } from "#core/error.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { renderEmail } from "#core/server/email.ts";
import { sendTestPush } from "#modules/notifications/server/public/notifications.ts";
import { type operatorSettingEndpoints, operatorTestError } from "#modules/operators/contract/settings.ts";
import { personEmail } from "#modules/people/server/public/people.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import { logAction } from "../log/log.ts";

export function operatorSettingHandlers(
  dependencies: OperatorsDependencies,
): Handlers<typeof operatorSettingEndpoints> {
  const { settingsInForce, mail, storage, appUrl } = dependencies;
  return {
    settings: async () => [...settingsInForce],
    testMail: async ({ actor, run, read }) => {
      if (!mail) throw operatorTestError("mail_off");
      const to = actor && (await read((ctx) => personEmail(ctx, actor.id)));
      if (to === null) throw commonError("unauthenticated");
      await run((ctx) => logAction(ctx, "test_mail"));
      const email = renderEmail({
        subject: "Test email · Reelay",
        heading: "Email works",
        paragraphs: [`You requested this email on the settings page of ${appUrl}.`],
        reason: "You received this email because you are an operator of this server.",
      });
      await mail.send({ to, ...email }).catch((error: unknown) => {
        throw failure("mail_failed", error);
      });
      return { detail: `Accepted for ${to}` };
    },
    testStore: async ({ run }) => {
      await run((ctx) => logAction(ctx, "test_store"));
      const key = `checks/${randomUUID()}`;
      const content = Buffer.from(`reelay ${key}`);
      const begun = performance.now();
      try {
        await storage.put(key, Readable.from([content]), { maxBytes: content.length });
        const stored = await storage.read(key);
        const chunks: Buffer[] = [];
        for await (const chunk of stored) chunks.push(Buffer.from(chunk as Uint8Array));
        if (!Buffer.concat(chunks).equals(content)) throw new Error("The store returned other bytes.");
      } catch (error) {
        throw failure("store_failed", error);
      } finally {
        await storage.remove(key).catch(() => undefined);
      }
      return { detail: `Wrote, read and deleted a file in ${Math.ceil(performance.now() - begun)} ms` };
    },
    testPush: async ({ actor, run }) => {
      if (!actor) throw commonError("unauthenticated");
      await run((ctx) => logAction(ctx, "test_push"));
      const browsers = await sendTestPush(dependencies, actor.id).catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw failure("push_failed", error);
      });
      if (browsers === 0) throw operatorTestError("no_push");
      return { detail: `Accepted for ${browsers} ${browsers === 1 ? "browser" : "browsers"}` };
    },
  };
}

/** An error with the reason that a system outside of Reelay gave. */
function failure(code: "mail_failed" | "store_failed" | "push_failed", error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return operatorTestError(code, { message: `${operatorTestError(code).message} ${reason}` });
}
