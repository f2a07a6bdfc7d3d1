import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import type { Logger } from "pino";

import type { VideoTools } from "#devices/ffmpeg/video-tools.ts";
import type { IdentityProvider } from "#devices/identity-provider/identity-provider.ts";
import type { AuthenticateLive } from "#devices/live/live.ts";
import type { Mail } from "#devices/mail/mail.ts";
import type { ObjectStorage } from "#devices/object-storage/storage.ts";
import { tryAdvisoryLock } from "#devices/postgres/lock.ts";
import type { VideoPlatform } from "#devices/video-platform/platform.ts";
import { bind, type Binding, type Bound } from "#foundation/server/bind.ts";
import type { Reaction, Read, Run } from "#foundation/server/context.ts";
import type { JobWorker, TracesIn } from "#foundation/server/job.ts";
import type { PersonalData } from "#foundation/server/personal-data.ts";
import type { Seal } from "#foundation/server/seal.ts";
import { accountsEndpoints } from "#product/accounts/contract.ts";
import { credentialsEndpoints } from "#product/accounts/contract/credentials.ts";
import { forgottenPasswordEndpoints } from "#product/accounts/contract/forgotten-password.ts";
import { googleEndpoints } from "#product/accounts/contract/google.ts";
import { leavingEndpoints } from "#product/accounts/contract/leaving.ts";
import { passkeyEndpoints } from "#product/accounts/contract/passkeys.ts";
import { sessionsEndpoints } from "#product/accounts/contract/sessions.ts";
import { sessionCookie } from "#product/accounts/rules.ts";
import { identifyByToken, socketPerson } from "#product/accounts/server/actions.ts";
import { credentialsHandlers } from "#product/accounts/server/credentials-routes.ts";
import { forgottenPasswordHandlers } from "#product/accounts/server/forgotten-password-routes.ts";
import { googleHandlers } from "#product/accounts/server/google/routes.ts";
import { accountsJobs } from "#product/accounts/server/jobs.ts";
import { leavingHandlers } from "#product/accounts/server/leaving-routes.ts";
import { passkeyHandlers } from "#product/accounts/server/passkeys/routes.ts";
import { accountsData } from "#product/accounts/server/personal-data.ts";
import { accountsHandlers } from "#product/accounts/server/routes.ts";
import { sessionsHandlers } from "#product/accounts/server/session-routes.ts";
import { mediaJobs } from "#product/media/server/jobs.ts";
import { mediaData } from "#product/media/server/personal-data.ts";
import { createReceiveFile } from "#product/media/server/receive-file.ts";
import { registerMediaRoutes } from "#product/media/server/routes.ts";
import { notificationsEndpoints } from "#product/notifications/contract.ts";
import { notificationsJobs } from "#product/notifications/server/jobs.ts";
import { notificationsData } from "#product/notifications/server/personal-data.ts";
import { notificationsReactions } from "#product/notifications/server/reactions.ts";
import { notificationsHandlers } from "#product/notifications/server/routes.ts";
import { profilesEndpoints } from "#product/profiles/contract.ts";
import { profilesData } from "#product/profiles/server/personal-data.ts";
import { profilesReactions } from "#product/profiles/server/reactions.ts";
import { profilesHandlers, registerProfilesRoutes } from "#product/profiles/server/routes.ts";
import { publishingEndpoints } from "#product/publishing/contract.ts";
import { publishingJobs } from "#product/publishing/server/jobs.ts";
import type { PublishingParts } from "#product/publishing/server/parts.ts";
import { publishingData } from "#product/publishing/server/personal-data.ts";
import { publishingReactions } from "#product/publishing/server/reactions.ts";
import { publishingHandlers } from "#product/publishing/server/routes.ts";
import { reviewEndpoints } from "#product/review/contract.ts";
import { mayWatch } from "#product/review/server/actions.ts";
import { reviewJobs } from "#product/review/server/jobs.ts";
import { reviewData } from "#product/review/server/personal-data.ts";
import { reviewReactions } from "#product/review/server/reactions.ts";
import { reviewHandlers } from "#product/review/server/routes.ts";
import { siteEndpoints } from "#product/site/contract.ts";
import type { Contact } from "#product/site/rules.ts";
import { siteHandlers } from "#product/site/server/routes.ts";
import { tasksEndpoints } from "#product/tasks/contract.ts";
import { mayReadFile } from "#product/tasks/server/actions.ts";
import { tasksJobs } from "#product/tasks/server/jobs.ts";
import { tasksData } from "#product/tasks/server/personal-data.ts";
import { tasksReactions } from "#product/tasks/server/reactions.ts";
import { tasksHandlers } from "#product/tasks/server/routes.ts";

/** What the rooms are given. */
export interface RoomParts {
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
  seal: Seal;
  clock: () => Date;
  appUrl: string;
  /** Who answers for this server. */
  contact: Contact;
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
  log: Logger;
}

/** The reactions of the rooms, in the rooms' order. */
export function roomReactions(settings: { reviewWindowSeconds: number; mail: Mail | null }): Reaction[] {
  return [
    ...tasksReactions(),
    ...reviewReactions({ windowSeconds: settings.reviewWindowSeconds }),
    ...publishingReactions(),
    ...profilesReactions(),
    ...notificationsReactions({ byMail: settings.mail !== null }),
  ];
}

/** What the rooms keep of a person, in the rooms' order. */
const roomData: readonly PersonalData[] = [
  accountsData,
  mediaData,
  tasksData,
  reviewData,
  publishingData,
  profilesData,
  notificationsData,
];

/** The durable work of the rooms, in the rooms' order. */
export function roomJobs(parts: RoomParts): JobWorker[] {
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
export function registerRooms(app: FastifyInstance, parts: RoomParts): Bound[] {
  const { run, read, storage, seal, clock, endConnections } = parts;
  const identify = identifyFor(parts);
  const binding: Binding = { run, read, identify, receiveFile: createReceiveFile({ run, storage }) };
  const mayRead = { video: mayWatch, file: mayReadFile };
  registerMediaRoutes(app, { run, read, identify, storage, seal, clock, mayRead });
  registerProfilesRoutes(app, { read, storage });
  const secureCookies = parts.appUrl.startsWith("https:");
  const accounts = accountsHandlers({ secureCookies, endConnections });
  const byMail = { secureCookies, sendsMail: parts.mail !== null, endConnections };
  const google = googleHandlers({ ...parts, secureCookies });
  const leaving = { ...byMail, personalData: roomData, appUrl: parts.appUrl };
  return [
    ...bind(app, "accounts", accountsEndpoints, accounts, binding),
    ...bind(app, "accounts", forgottenPasswordEndpoints, forgottenPasswordHandlers(byMail), binding),
    ...bind(app, "accounts", credentialsEndpoints, credentialsHandlers(byMail), binding),
    ...bind(app, "accounts", sessionsEndpoints, sessionsHandlers({ endConnections }), binding),
    ...bind(app, "accounts", passkeyEndpoints, passkeyHandlers(parts), binding),
    ...bind(app, "accounts", googleEndpoints, google, binding),
    ...bind(app, "accounts", leavingEndpoints, leavingHandlers(leaving), binding),
    ...bind(app, "tasks", tasksEndpoints, tasksHandlers(), binding),
    ...bind(app, "review", reviewEndpoints, reviewHandlers(), binding),
    ...bind(app, "publishing", publishingEndpoints, publishingHandlers(publishingParts(parts)), binding),
    ...bind(app, "profiles", profilesEndpoints, profilesHandlers(), binding),
    ...bind(app, "notifications", notificationsEndpoints, notificationsHandlers(), binding),
    ...bind(app, "site", siteEndpoints, siteHandlers(parts), binding),
  ];
}

/** Lets a browser's realtime connection in by its socket token. */
export function authenticateLive(run: Run): AuthenticateLive {
  return async ({ token }) => (token ? run(null, (ctx) => socketPerson(ctx, token)) : null);
}

function identifyFor({ read, run }: Pick<RoomParts, "read" | "run">) {
  return async (request: FastifyRequest) => {
    const token = request.cookies[sessionCookie];
    return token ? identifyByToken({ read, run }, token) : null;
  };
}

function publishingParts(parts: RoomParts): PublishingParts {
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
