import type { FastifyInstance } from "fastify";
import { z } from "zod";

import type { Push } from "#adapters/push/push.ts";
import { unsubscribePath } from "#core/paths.ts";
import type { Handlers } from "#core/server/bind-endpoints.ts";
import { currentActor, type Run } from "#core/server/context.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";

import type { NotificationsDependencies } from "../dependencies.ts";
import { listNotifications, markAllRead, markRead, markVisited } from "../public/notifications.ts";
import { readKeys, subscribe, vapidKeys } from "../push/subscriptions.ts";
import { readSettings, saveSettings, unsubscribe, unsubscribeScope } from "../settings/settings.ts";
import { countAllUnread } from "./unread.ts";

export function notificationsHandlers(
  dependencies: Pick<NotificationsDependencies, "log">,
): Handlers<typeof notificationsEndpoints> {
  return {
    list: ({ query, read }) => read((ctx) => listNotifications(ctx, query, dependencies)),
    unread: ({ read }) => read((ctx) => countAllUnread(ctx, currentActor(ctx).id)),
    markRead: async ({ params, run }) => {
      await run((ctx) => markRead(ctx, params.id));
      return null;
    },
    markVisited: async ({ body, run }) => {
      await run((ctx) => markVisited(ctx, body));
      return null;
    },
    markAllRead: async ({ run }) => {
      await run(markAllRead);
      return null;
    },
  };
}

export function settingsHandlers({ push }: { push: Push }): Handlers<typeof notificationSettingsEndpoints> {
  return {
    settings: ({ read }) =>
      read(async (ctx) => ({ ...(await readSettings(ctx)), emailAvailable: ctx.settings.emailEnabled })),
    saveSettings: ({ body, run }) => run((ctx) => saveSettings(ctx, body)),
    pushKey: async ({ read, run }) => {
      const { publicKey } = (await read(readKeys)) ?? (await run((ctx) => vapidKeys(ctx, push)));
      return { publicKey };
    },
    subscribePush: async ({ body, run }) => {
      await run((ctx) => subscribe(ctx, body));
      return null;
    },
    unsubscribeLink: ({ params, read }) =>
      read(async (ctx) => ({ scope: unsubscribeScope(ctx, params.token) })),
    unsubscribe: async ({ params, run }) => ({ scope: await run((ctx) => unsubscribe(ctx, params.token)) }),
  };
}

/** The POST of mail programs to an unsubscribe link, which have neither a session nor JSON. */
export function oneClickRoute(app: FastifyInstance, { run }: { run: Run }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is always `List-Unsubscribe=One-Click`; the token says everything.
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4096 }, async () => null);
    scope.post(
      unsubscribePath(":token"),
      { schema: { hide: true, params: notificationSettingsEndpoints.unsubscribe.params } },
      async (request, reply) => {
        const { token } = z.object({ token: z.string() }).parse(request.params);
        await run(null, (ctx) => unsubscribe(ctx, token));
        return reply.type("text/plain; charset=utf-8").send("You are unsubscribed.\n");
      },
    );
  });
}
