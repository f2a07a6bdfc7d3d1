import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { JobInspection } from "#adapters/jobs/inspection.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import type { Push } from "#adapters/push/push.ts";
import type { AuthenticateSocket } from "#adapters/realtime/realtime.ts";
import { type AdmissionParts, admitRequests } from "#core/server/admit-requests.ts";
import { bindEndpoints, type BoundEndpoint, type EndpointBinding } from "#core/server/bind-endpoints.ts";
import type { EventHandler, NotifyClients, NotifyGuests, Read, Run } from "#core/server/context.ts";
import type { JobWorker, JobStatusIn } from "#core/server/job.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { Module } from "#core/server/module.ts";
import type { PersonalData } from "#core/server/personal-data.ts";
import { sweepWorker } from "#core/server/rate-limit/jobs.ts";
import type { RequestShares } from "#core/server/request-shares.ts";
import { analyticsModule } from "#modules/analytics/module.ts";
import { mayReadResultsFile } from "#modules/analytics/server/public/analytics.ts";
import { boardModule } from "#modules/board/module.ts";
import { checksModule } from "#modules/checks/module.ts";
import { feedbackModule } from "#modules/feedback/module.ts";
import { mayReadCommentFile } from "#modules/feedback/server/comments/access.ts";
import { mayGuestRead } from "#modules/feedback/server/guests/review.ts";
import { authenticateGuestSocket, identifyGuest } from "#modules/feedback/server/guests/sessions.ts";
import { footageModule } from "#modules/footage/module.ts";
import { mayReadFootage } from "#modules/footage/server/public/footage.ts";
import { historyModule } from "#modules/history/module.ts";
import { mediaModule } from "#modules/media/module.ts";
import type { MediaDependencies } from "#modules/media/server/dependencies.ts";
import { createReceiveFile } from "#modules/media/server/files/form-files.ts";
import { messagesModule } from "#modules/messages/module.ts";
import { mayReadMessageImage } from "#modules/messages/server/public/messages.ts";
import { notificationsModule } from "#modules/notifications/module.ts";
import { operatorsModule } from "#modules/operators/module.ts";
import type { OperatorsDependencies } from "#modules/operators/server/dependencies.ts";
import { peopleModule } from "#modules/people/module.ts";
import { previewModule } from "#modules/preview/module.ts";
import { profilesModule } from "#modules/profiles/module.ts";
import { publishingModule } from "#modules/publishing/module.ts";
import type { QuotaLimits } from "#modules/publishing/rules/quota.ts";
import type { Platforms } from "#modules/publishing/server/dependencies.ts";
import { reviewModule } from "#modules/review/module.ts";
import { mayWatch } from "#modules/review/server/public/review.ts";
import { roomsModule } from "#modules/rooms/module.ts";
import { signInModule } from "#modules/sign-in/module.ts";
import { sessionCookie } from "#modules/sign-in/rules/sign-in.ts";
import type { SignInDependencies } from "#modules/sign-in/server/dependencies.ts";
import {
  authenticateSocketToken,
  identifyByToken,
  rejectEndedSession,
} from "#modules/sign-in/server/public/sign-in.ts";
import { siteModule } from "#modules/site/module.ts";
import type { Contact } from "#modules/site/rules/contact.ts";
import { tasksModule } from "#modules/tasks/module.ts";
import { mayReadFile } from "#modules/tasks/server/public/tasks.ts";
import { teamModule } from "#modules/team/module.ts";

/** Dependencies that the running application offers to its modules. */
export interface Dependencies {
  run: Run;
  read: Read;
  storage: ObjectStorage;
  /** Access to videos and files, decided by the modules that use them. */
  mayRead: MediaDependencies["mayRead"];
  jobStatus: JobStatusIn;
  jobInspection: JobInspection;
  /** Health of the parts of this process, its version, and migrations. */
  serverStatus: OperatorsDependencies["serverStatus"];
  settingsInForce: OperatorsDependencies["settingsInForce"];
  tools: VideoTools;
  /** Null where the server sends no email. */
  mail: Mail | null;
  push: Push;
  /** A folder for work in progress; nothing in it is needed after a crash. */
  scratchFolder: string;
  /** The kinds of destinations that creators connect. */
  platforms: Platforms;
  /** Daily limits of YouTube's quotas. */
  youtubeQuota: QuotaLimits;
  /** True where the sandbox platform stands in for YouTube and Google. */
  sandbox: boolean;
  identity: SignInDependencies["identity"];
  keyring: Keyring;
  /** Sends a realtime message at once, without a transaction. */
  notifyClients: NotifyClients;
  /** Like `notifyClients`, to guests of review links. */
  notifyGuests: NotifyGuests;
  clock: () => Date;
  /** Takes a named lock for this process, or returns null while another one has it. */
  lock: (key: string) => Promise<AdvisoryLock | null>;
  appUrl: string;
  /** The operator's contact details. */
  contact: Contact;
  shares: RequestShares;
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
  log: Logger;
}

/** The dependencies with what the modules offer to each other through the composition. */
interface ModuleDependencies extends Dependencies {
  identify: AdmissionParts["identify"];
  rejectEndedSession: AdmissionParts["rejectEndedSession"];
  identifyGuest: AdmissionParts["identifyGuest"];
  mayGuestRead: MediaDependencies["mayGuestRead"];
  personalData: readonly PersonalData[];
  secureCookies: boolean;
}

const modules: readonly Module<ModuleDependencies>[] = [
  peopleModule,
  signInModule,
  teamModule,
  mediaModule,
  tasksModule,
  footageModule,
  reviewModule,
  checksModule,
  feedbackModule,
  publishingModule,
  profilesModule,
  historyModule,
  messagesModule,
  boardModule,
  roomsModule,
  previewModule,
  analyticsModule,
  notificationsModule,
  operatorsModule,
  siteModule,
];

export const readAccess: Dependencies["mayRead"] = {
  video: mayWatch,
  file: async (ctx, claims) =>
    (await mayReadFile(ctx, claims)) ||
    (await mayReadFootage(ctx, claims)) ||
    (await mayReadMessageImage(ctx, claims)) ||
    (await mayReadResultsFile(ctx, claims)) ||
    mayReadCommentFile(ctx, claims),
};

export const moduleNames: readonly string[] = modules.map(({ name }) => name);

const personalData = modules.flatMap((module) => module.personalData ?? []);

export function moduleEventHandlers(): EventHandler[] {
  return modules.flatMap((module) => module.eventHandlers?.() ?? []);
}

export function moduleJobs(dependencies: Dependencies): JobWorker[] {
  const parts = moduleDependencies(dependencies);
  return [sweepWorker(parts), ...modules.flatMap((module) => module.jobs?.(parts) ?? [])];
}

/** Dependencies of endpoints: their context and the storage of uploaded files. */
export function endpointBinding({ run, read, storage }: Dependencies): EndpointBinding {
  return { run, read, receiveFile: createReceiveFile({ run, storage }) };
}

/** Registers every route of every module on the HTTP server, which admits their requests. */
export function registerModules(app: FastifyInstance, dependencies: Dependencies): BoundEndpoint[] {
  const parts = moduleDependencies(dependencies);
  const binding = endpointBinding(dependencies);
  admitRequests(app, parts);
  for (const module of modules) module.routes?.(app, parts);
  return modules.flatMap((module) =>
    (module.endpoints?.(parts) ?? []).flatMap(({ endpoints, handlers }) =>
      bindEndpoints(app, module.name, endpoints, handlers, binding),
    ),
  );
}

/** Authenticates a browser's realtime connection by its socket token, or that of a guest by the cookie of the link. */
export function authenticateSocket(parts: Pick<Dependencies, "read" | "run">): AuthenticateSocket {
  return async ({ token, cookie, guestLink: linkId }) => {
    if (linkId !== undefined) return authenticateGuestSocket(parts, { cookie, linkId });
    return token ? parts.run(null, (ctx) => authenticateSocketToken(ctx, token)) : null;
  };
}

/** Reads the session of a request. */
export function identifySession({
  read,
  run,
}: Pick<Dependencies, "read" | "run">): AdmissionParts["identify"] {
  return async ({ cookies }) => {
    const token = cookies[sessionCookie];
    return token ? identifyByToken({ read, run }, token) : null;
  };
}

function moduleDependencies(dependencies: Dependencies): ModuleDependencies {
  const { run, read, appUrl } = dependencies;
  return {
    ...dependencies,
    identify: identifySession({ read, run }),
    rejectEndedSession: async ({ cookies }) => {
      const token = cookies[sessionCookie];
      if (token) await read(null, (ctx) => rejectEndedSession(ctx, token));
    },
    identifyGuest: (request, linkId) => identifyGuest({ read, run }, request, linkId),
    mayGuestRead,
    personalData,
    secureCookies: appUrl.startsWith("https:"),
  };
}
