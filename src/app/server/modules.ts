import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Logger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { IdentityProvider } from "#adapters/identity-provider/identity-provider.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { tryAdvisoryLock } from "#adapters/postgres/lock.ts";
import type { AuthenticateSocket } from "#adapters/realtime/realtime.ts";
import type { VideoPlatform } from "#adapters/video-platform/platform.ts";
import { bindEndpoints, type EndpointBinding, type BoundEndpoint } from "#core/server/bind-endpoints.ts";
import type { EventHandler, Read, Run } from "#core/server/context.ts";
import type { JobWorker, TracesIn } from "#core/server/job.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import { accountsEndpoints } from "#modules/accounts/contract.ts";
import { credentialsEndpoints } from "#modules/accounts/contract/credentials.ts";
import { forgottenPasswordEndpoints } from "#modules/accounts/contract/forgotten-password.ts";
import { googleEndpoints } from "#modules/accounts/contract/google.ts";
import { accountDeletionEndpoints } from "#modules/accounts/contract/leaving.ts";
import { passkeyEndpoints } from "#modules/accounts/contract/passkeys.ts";
import { sessionsEndpoints } from "#modules/accounts/contract/sessions.ts";
import { sessionCookie } from "#modules/accounts/rules.ts";
import { identifyByToken, socketPerson } from "#modules/accounts/server/actions.ts";
import { credentialsHandlers } from "#modules/accounts/server/credentials-routes.ts";
import { forgottenPasswordHandlers } from "#modules/accounts/server/forgotten-password-routes.ts";
import { googleHandlers } from "#modules/accounts/server/google/routes.ts";
import { accountsJobs } from "#modules/accounts/server/jobs.ts";
import { accountDeletionHandlers } from "#modules/accounts/server/leaving-routes.ts";
import { passkeyHandlers } from "#modules/accounts/server/passkeys/routes.ts";
import { accountsData } from "#modules/accounts/server/personal-data.ts";
import { accountsHandlers } from "#modules/accounts/server/routes.ts";
import { sessionsHandlers } from "#modules/accounts/server/session-routes.ts";
import { mediaJobs } from "#modules/media/server/jobs.ts";
import { mediaData } from "#modules/media/server/personal-data.ts";
import { createReceiveFile } from "#modules/media/server/receive-file.ts";
import { registerMediaRoutes } from "#modules/media/server/routes.ts";
import { notificationsEndpoints } from "#modules/notifications/contract.ts";
import { notificationsEventHandlers } from "#modules/notifications/server/event-handlers.ts";
import { notificationsJobs } from "#modules/notifications/server/jobs.ts";
import { notificationsData } from "#modules/notifications/server/personal-data.ts";
import { notificationsHandlers } from "#modules/notifications/server/routes.ts";
import { profilesEndpoints } from "#modules/profiles/contract.ts";
import { profilesEventHandlers } from "#modules/profiles/server/event-handlers.ts";
import { profilesData } from "#modules/profiles/server/personal-data.ts";
import { profilesHandlers, registerProfilesRoutes } from "#modules/profiles/server/routes.ts";
import { publishingEndpoints } from "#modules/publishing/contract.ts";
import { publishingEventHandlers } from "#modules/publishing/server/event-handlers.ts";
import { publishingJobs } from "#modules/publishing/server/jobs.ts";
import type { PublishingParts } from "#modules/publishing/server/parts.ts";
import { publishingData } from "#modules/publishing/server/personal-data.ts";
import { publishingHandlers } from "#modules/publishing/server/routes.ts";
import { reviewEndpoints } from "#modules/review/contract.ts";
import { mayWatch } from "#modules/review/server/actions.ts";
import { reviewEventHandlers } from "#modules/review/server/event-handlers.ts";
import { reviewJobs } from "#modules/review/server/jobs.ts";
import { reviewData } from "#modules/review/server/personal-data.ts";
import { reviewHandlers } from "#modules/review/server/routes.ts";
import { siteEndpoints } from "#modules/site/contract.ts";
import type { Contact } from "#modules/site/rules.ts";
import { siteHandlers } from "#modules/site/server/routes.ts";
import { tasksEndpoints } from "#modules/tasks/contract.ts";
import { mayReadFile } from "#modules/tasks/server/actions.ts";
import { tasksEventHandlers } from "#modules/tasks/server/event-handlers.ts";
import { tasksJobs } from "#modules/tasks/server/jobs.ts";
import { tasksData } from "#modules/tasks/server/personal-data.ts";
import { tasksHandlers } from "#modules/tasks/server/routes.ts";

/** What the rooms are given. */
export interface ModuleParts {
  run: Run;
  read: Read;
  pool: Pool;
  storage: ObjectStorage;
  traces: TracesIn;
  tools: VideoTools;
  /** Null where the server sends no mail. */
  mail: Mail | null;
  /** A folder for what is being made; nothing in it is missed after a crash. */
  scratchFolder: string;
  platform: { client: VideoPlatform; sandbox: boolean };
  identity: IdentityProvider;
  keyring: Keyring;
  clock: () => Date;
  appUrl: string;
  /** Who answers for this server. */
  contact: Contact;
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
  log: Logger;
}

/** The reactions of the rooms, in the rooms' order. */
export function moduleEventHandlers(settings: {
  reviewWindowSeconds: number;
  mail: Mail | null;
}): EventHandler[] {
  return [
    ...tasksEventHandlers(),
    ...reviewEventHandlers({ windowSeconds: settings.reviewWindowSeconds }),
    ...publishingEventHandlers(),
    ...profilesEventHandlers(),
    ...notificationsEventHandlers({ byMail: settings.mail !== null }),
  ];
}

/** What the rooms keep of a person, in the rooms' order. */
const modulePersonalData: readonly PersonalData[] = [
  accountsData,
  mediaData,
  tasksData,
  reviewData,
  publishingData,
  profilesData,
  notificationsData,
];

/** The durable work of the rooms, in the rooms' order. */
export function moduleJobs(parts: ModuleParts): JobWorker[] {
  const { run, storage, traces, tools, scratchFolder, mail, appUrl, log, endConnections } = parts;
  return [
    ...accountsJobs({ run, mail, appUrl, log, endConnections }),
    ...mediaJobs({ run, storage, traces, tools, scratchFolder, log }),
    ...tasksJobs({ run }),
    ...reviewJobs({ run }),
    ...publishingJobs(publishingParts(parts)),
    ...(mail ? notificationsJobs({ run, mail, appUrl, log }) : []),
  ];
}

/** Opens every door of every room on the HTTP server, in the rooms' order. */
export function registerModules(app: FastifyInstance, parts: ModuleParts): BoundEndpoint[] {
  const { run, read, storage, keyring, clock, endConnections } = parts;
  const identify = identifyFor(parts);
  const binding: EndpointBinding = { run, read, identify, receiveFile: createReceiveFile({ run, storage }) };
  const mayRead = { video: mayWatch, file: mayReadFile };
  registerMediaRoutes(app, { run, read, identify, storage, keyring, clock, mayRead });
  registerProfilesRoutes(app, { read, storage });
  const secureCookies = parts.appUrl.startsWith("https:");
  const accounts = accountsHandlers({ secureCookies, endConnections });
  const byMail = { secureCookies, sendsMail: parts.mail !== null, endConnections };
  const google = googleHandlers({ ...parts, secureCookies });
  const leaving = { ...byMail, personalData: modulePersonalData, appUrl: parts.appUrl };
  return [
    ...bindEndpoints(app, "accounts", accountsEndpoints, accounts, binding),
    ...bindEndpoints(app, "accounts", forgottenPasswordEndpoints, forgottenPasswordHandlers(byMail), binding),
    ...bindEndpoints(app, "accounts", credentialsEndpoints, credentialsHandlers(byMail), binding),
    ...bindEndpoints(app, "accounts", sessionsEndpoints, sessionsHandlers({ endConnections }), binding),
    ...bindEndpoints(app, "accounts", passkeyEndpoints, passkeyHandlers(parts), binding),
    ...bindEndpoints(app, "accounts", googleEndpoints, google, binding),
    ...bindEndpoints(app, "accounts", accountDeletionEndpoints, accountDeletionHandlers(leaving), binding),
    ...bindEndpoints(app, "tasks", tasksEndpoints, tasksHandlers(), binding),
    ...bindEndpoints(app, "review", reviewEndpoints, reviewHandlers(), binding),
    ...bindEndpoints(
      app,
      "publishing",
      publishingEndpoints,
      publishingHandlers(publishingParts(parts)),
      binding,
    ),
    ...bindEndpoints(app, "profiles", profilesEndpoints, profilesHandlers(), binding),
    ...bindEndpoints(app, "notifications", notificationsEndpoints, notificationsHandlers(), binding),
    ...bindEndpoints(app, "site", siteEndpoints, siteHandlers(parts), binding),
  ];
}

/** Lets a browser's realtime connection in by its socket token. */
export function authenticateSocket(run: Run): AuthenticateSocket {
  return async ({ token }) => (token ? run(null, (ctx) => socketPerson(ctx, token)) : null);
}

function identifyFor({ read, run }: Pick<ModuleParts, "read" | "run">) {
  return async (request: FastifyRequest) => {
    const token = request.cookies[sessionCookie];
    return token ? identifyByToken({ read, run }, token) : null;
  };
}

function publishingParts(parts: ModuleParts): PublishingParts {
  const { run, storage, platform, pool, appUrl, log } = parts;
  return {
    run,
    storage,
    platform: platform.client,
    sandbox: platform.sandbox,
    lock: (key) => tryAdvisoryLock(pool, key),
    appUrl,
    log,
  };
}
