import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { creators } from "#core/permission.ts";

import {
  connectionForms,
  descriptors,
  type DestinationKind,
  destinationKinds,
} from "../platforms/platforms.ts";
import { byTask, requiredTaskId, taskIdText } from "./publishing.ts";

export const channel = z.object({ id: z.string(), title: z.string(), pictureUrl: z.string() });

/** A destination of a creator. */
export const destination = z.object({
  id: z.uuid(),
  kind: z.enum(destinationKinds),
  title: z.string(),
  pictureUrl: z.string(),
});

/** A destination with the health of its connection. */
const connectedDestination = destination.extend({
  /** The name of the channel at its platform. */
  account: z.string(),
  connectedAt: z.iso.datetime(),
  /** When the connection was last known to work. */
  checkedAt: z.iso.datetime(),
  /** Since when it has to be connected again; null while it works. */
  brokenAt: z.iso.datetime().nullable(),
  /** The permissions that the platform has granted; empty where it has no scopes. */
  scopes: z.array(z.string()),
});
export type ConnectedDestination = z.output<typeof connectedDestination>;

const formConnection = z.object({
  /** Null if one of `channels` has to be chosen first. */
  connected: connectedDestination.nullable(),
  channels: z.array(z.object({ name: z.string(), title: z.string() })),
});
export type FormConnection = z.output<typeof formConnection>;

/** The creator's destinations, and which of them a task is published to. */
const taskChoice = z.object({
  destinations: z.array(connectedDestination),
  chosen: z.array(z.uuid()),
  /** Those that have the video already and stay chosen. */
  fixed: z.array(z.uuid()),
});
export type TaskChoice = z.output<typeof taskChoice>;

/** The result of the consent screen. */
export const authorizationReturn = z.object({
  code: z.string("no code was provided").min(1, "no code was provided").max(2000),
  state: z.string().max(200).optional(),
});

const byDestination = z.object({ destinationId: z.uuid() });

export const destinationsEndpoints = {
  list: endpoint({
    method: "GET",
    path: "/destinations",
    permission: creators,
    summary: "The user's destinations and the health of their connections",
    response: z.array(connectedDestination),
    message: "Destinations loaded.",
  }),
  kinds: endpoint({
    method: "GET",
    path: "/destinations/kinds",
    permission: creators,
    summary: "The kinds of destinations that can be connected",
    response: z.array(
      z.object({
        kind: z.enum(destinationKinds),
        /** The possible entries of fields of its form, by the names of the fields. */
        choices: z.record(z.string(), z.array(z.string())),
      }),
    ),
    message: "Kinds of destinations loaded.",
  }),
  startAuthorization: endpoint({
    method: "POST",
    path: "/destinations/:kind/authorization",
    permission: creators,
    summary: "The URL of the platform's consent screen for connecting a channel, or for reconnecting one",
    params: z.object({ kind: z.enum(destinationKinds) }),
    body: z.object({ destinationId: z.uuid().optional() }),
    response: z.string(),
    message: "Redirecting to OAuth...",
  }),
  authorizeFigures: endpoint({
    method: "POST",
    path: "/analytics/authorization",
    permission: creators,
    summary: "The URL of the consent screen at which the platform asks for access to analytics",
    body: z.object({ destinationId: z.uuid() }),
    response: z.string(),
    message: "Redirecting to OAuth...",
  }),
  finishAuthorization: endpoint({
    method: "POST",
    path: "/destinations/authorization",
    permission: creators,
    summary: "Exchange the authorization code and connect the channel",
    body: authorizationReturn,
    response: connectedDestination,
    message: "Channel connected",
  }),
  check: endpoint({
    method: "POST",
    path: "/destinations/:destinationId/check",
    permission: creators,
    summary: "Ask the platform whether a connection works",
    params: byDestination,
    response: connectedDestination,
    message: "Connection checked",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/destinations/:destinationId",
    permission: creators,
    summary: "Revoke a connection at the platform and delete what is stored of it",
    params: byDestination,
    response: z.null(),
    message: "Disconnected. Published videos stay.",
  }),
  choice: endpoint({
    method: "GET",
    path: "/yt-upload/destinations/:taskId",
    permission: { task: "publish" },
    summary: "Where the task's video is published",
    params: byTask,
    response: taskChoice,
    message: "Destinations loaded.",
  }),
  choose: endpoint({
    method: "PUT",
    path: "/yt-upload/destinations/:taskId",
    permission: { task: "publish" },
    summary: "Choose where the task's video is published",
    params: byTask,
    body: z.object({ destinationIds: z.array(z.uuid()).min(1, "Choose at least one destination.").max(20) }),
    response: taskChoice,
    message: "Destinations saved",
  }),
  authorize: endpoint({
    method: "GET",
    path: "/yt-upload/authorize",
    permission: { task: "publish" },
    summary:
      "The URL to continue at: the platform's consent screen, or the start screen if a channel is connected. Without a task, that of the creator who calls",
    query: z.object({
      taskId: taskIdText.optional(),
      reconnect: z.enum(["true"]).optional(),
      /** That whose consent screen is opened; the leading one if omitted. */
      kind: z.enum(destinationKinds).optional(),
    }),
    response: z.string(),
    message: "Redirecting to OAuth...",
  }),
  getAccessToken: endpoint({
    method: "POST",
    path: "/yt-upload/get-accessToken",
    permission: { task: "manage" },
    summary: "Exchange the authorization code and connect the channel",
    body: authorizationReturn.extend({ taskId: requiredTaskId }),
    response: z.object({ channel }),
    message: "Successfully authorized to start video upload session",
  }),
  disconnect: endpoint({
    method: "POST",
    path: "/yt-upload/disconnect",
    permission: creators,
    summary:
      "Revoke a destination, or all channels of the leading kind, at the platform and delete the tokens",
    query: z.object({ destinationId: z.uuid().optional() }),
    response: z.null(),
    message: "Channel disconnected. Published videos stay.",
  }),
};

/** Connects a destination with the form of its kind. Throws for a kind without a form. */
export function formEndpoint(kind: DestinationKind) {
  const { connection } = descriptors[kind];
  if (!connection.form) throw new Error(`${kind} has no form.`);
  const { summary, message, schema } = connection.form;
  return endpoint({
    method: "POST",
    path: `/destinations/${kind}`,
    permission: creators,
    summary,
    body: schema,
    response: formConnection,
    message,
  });
}

/** The endpoint of each kind that is connected with a form. */
export const formEndpoints = Object.fromEntries(
  connectionForms.map(({ kind }) => [kind, formEndpoint(kind)]),
);

export const destinationsError = defineErrors({
  destination_not_found: {
    status: 404,
    message: "This destination is no longer connected. Reload the page.",
  },
  second_factor_needed: {
    status: 422,
    message: "This account uses two-factor authentication. Enter the code from your authenticator app.",
  },
  last_destination: {
    status: 409,
    message: "This is the task's only destination. Choose another one first.",
  },
  not_connected: {
    status: 409,
    message: "The channel isn't connected. Ask its creator to connect it in Settings.",
  },
  nothing_to_authorize: {
    status: 409,
    message: "This destination doesn't ask for access to analytics. Reload the page.",
  },
  too_many_destinations: { status: 409, message: "You have 20 destinations. Disconnect one first." },
});

/** Causes of a broken connection: its access has expired or was revoked, or a permission was taken back. */
export const breakCauses = ["ended", "scope_missing"] as const;
export type BreakCause = (typeof breakCauses)[number];

const aboutDestination = z.object({ destinationId: z.uuid(), personId: z.number(), title: z.string() });
/** A destination was connected, or connected again. */
export const destinationConnected = defineEvent("publishing.destination_connected", aboutDestination);
export const destinationBroken = defineEvent(
  "publishing.destination_broken",
  aboutDestination.extend({
    platform: z.string(),
    cause: z.enum(breakCauses),
    /** The titles of the unfinished tasks that are published there. */
    waiting: z.array(z.string()),
  }),
);
