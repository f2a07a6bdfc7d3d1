import { endpointAddress } from "#core/endpoint-address.ts";
import {
  compareParameter,
  guestReviewPath,
  previewPath,
  settingsPath,
  tasksPath,
  versionParameter,
} from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { boardEndpoints, unfilteredTasks, waitingTasks } from "#modules/board/contract/board.ts";
import { guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { guestCookie } from "#modules/feedback/rules/guests.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { reviewEndpoints } from "#modules/review/contract/versions.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { sessionCookie } from "#modules/sign-in/rules/sign-in.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";

import type { PageData } from "./page-start.ts";

const checkAuth = endpointAddress(sessionEndpoints.checkAuth, {});
const unread = endpointAddress(notificationsEndpoints.unread, {});

/** The preview of a task for its members. */
const preview: PageData = {
  route: previewPath(":taskId"),
  cookie: sessionCookie,
  calls: ({ pathname, searchParams }) => {
    const version = searchParams.get(versionParameter) ?? undefined;
    const address = { params: { id: lastPart(pathname) }, query: { version } };
    return [endpointAddress(reviewEndpoints.preview, address), checkAuth, unread];
  },
  playbackIn: (data, { searchParams }) =>
    searchParams.has(compareParameter) ? null : reviewEndpoints.preview.response.parse(data).playback,
};

/** The preview of a version for a guest who has entered before. */
const guestReview: PageData = {
  route: guestReviewPath(":linkId"),
  cookie: guestCookie,
  calls: ({ pathname }) => [
    endpointAddress(guestEndpoints.guestPreview, { params: { linkId: lastPart(pathname) } }),
  ],
  playbackIn: (data) => guestEndpoints.guestPreview.response.parse(data).playback,
};

const tasksAddress = (query: Record<string, unknown>) =>
  endpointAddress(boardEndpoints.fetchTasks, { query });

/** The Tasks screen. What its URL filters or opens is requested by the page itself. */
function tasks(role: Role, ofRole: string[]): PageData {
  const addresses = [
    checkAuth,
    unread,
    tasksAddress(unfilteredTasks),
    endpointAddress(boardEndpoints.countTasks, {}),
    ...ofRole,
  ];
  return {
    route: tasksPath(role),
    cookie: sessionCookie,
    calls: ({ search }) => (search === "" ? addresses : []),
  };
}

/** The settings, whose first sections depend on how the user logs in. */
function settings(role: Role): PageData {
  const addresses = [checkAuth, unread, endpointAddress(passwordEndpoints.credentials, {})];
  return { route: settingsPath(role), cookie: sessionCookie, calls: () => addresses };
}

export const pagesWithData: readonly PageData[] = [
  preview,
  guestReview,
  tasks("YOUTUBER", [endpointAddress(profilesEndpoints.topEditors, {})]),
  tasks("EDITOR", [
    endpointAddress(profilesEndpoints.topYoutubers, {}),
    endpointAddress(teamEndpoints.teams, {}),
    tasksAddress(waitingTasks),
  ]),
  settings("YOUTUBER"),
  settings("EDITOR"),
];

const lastPart = (pathname: string) => pathname.split("/").at(-1);
