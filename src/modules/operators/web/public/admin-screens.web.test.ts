import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { AppError } from "#core/error.ts";
import { adminPath, tasksPath } from "#core/paths.ts";
import { operatorFigureEndpoints, type StorageReport } from "#modules/operators/contract/figures.ts";
import {
  type AdministeredInvitation,
  operatorInvitationEndpoints,
  operatorInvitationError,
} from "#modules/operators/contract/invitations.ts";
import { operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";
import { operatorLogEndpoints } from "#modules/operators/contract/log.ts";
import { operatorSettingEndpoints } from "#modules/operators/contract/settings.ts";
import { type AdministeredUser, operatorUserEndpoints } from "#modules/operators/contract/users.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { startScreen } from "#testing/web/open-screen.tsx";
import { meera } from "#testing/web/samples.ts";

const dev: AdministeredUser = {
  id: 77,
  name: "Dev Malhotra",
  email: "dev@reelay.example",
  emailVerified: true,
  role: "EDITOR",
  profileImgUrl: "",
  operator: false,
  createdAt: "2026-11-01T10:00:00.000Z",
  suspendedAt: null,
  lastActiveAt: "2026-11-27T10:00:00.000Z",
  storedBytes: 17_500_000,
  quotaBytes: 5_000_000_000,
  ownQuota: false,
  openTasks: 3,
};

/** A page of the administration, opened by an operator. */
async function startAdmin() {
  const screen = await startScreen(meera);
  screen.api.on(sessionEndpoints.checkAuth, () => ({ ...meera, socketToken: "token", operator: true }));
  return screen;
}

test("users are searched, and suspended after a confirmation", async () => {
  const { api, open } = await startAdmin();
  let suspendedAt: string | null = null;
  const asked = api.on(operatorUserEndpoints.users, () => [{ ...dev, suspendedAt }]);
  const suspended = api.on(operatorUserEndpoints.suspendUser, () => {
    suspendedAt = "2026-11-27T12:00:00.000Z";
    return null;
  });
  await open(adminPath("users"));
  await page.getByRole("searchbox", { name: "Search users" }).fill("dev");
  await expect.poll(() => asked.at(-1)?.query.search).toBe("dev");
  await page.getByRole("button", { name: "Actions for Dev Malhotra" }).click();
  await page.getByRole("menuitem", { name: "Suspend account" }).click();
  await expect.element(page.getByRole("alertdialog", { name: "Suspend Dev Malhotra?" })).toBeVisible();
  expect(suspended).toEqual([]);
  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  await expect.element(page.getByRole("row", { name: /Dev Malhotra.*Suspended/ })).toBeVisible();
  expect(suspended.map(({ params }) => params)).toEqual([{ personId: 77 }]);
});

test("a search without matches can be cleared", async () => {
  const { api, open } = await startAdmin();
  api.on(operatorUserEndpoints.users, ({ query }) => (query.search === "" ? [dev] : []));
  await open(adminPath("users"));
  const search = page.getByRole("searchbox", { name: "Search users" });
  await search.fill("nobody");
  await expect.element(page.getByText("No matching users")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(search).toHaveValue("");
  await expect.element(page.getByRole("row", { name: /Dev Malhotra/ })).toBeVisible();
});

test("a quota is entered as a size", async () => {
  const { api, open } = await startAdmin();
  api.on(operatorUserEndpoints.users, () => [dev]);
  const set = api.on(operatorUserEndpoints.setUserQuota, () => null);
  await open(adminPath("users"));
  await page.getByRole("button", { name: "Actions for Dev Malhotra" }).click();
  await page.getByRole("menuitem", { name: "Set quota" }).click();
  const field = page.getByRole("textbox", { name: "Quota" });
  await field.fill("a lot");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Enter a size such as 50 GB or 750 MB.")).toBeVisible();
  await field.fill("50 GB");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => set.map(({ body }) => body)).toEqual([{ quotaBytes: 50_000_000_000 }]);
});

test("a failed job is retried", async () => {
  const { api, open } = await startAdmin();
  const id = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001";
  const at = "2026-11-27T10:00:00.000Z";
  let failed = 1;
  api.on(operatorJobEndpoints.queues, () => ({
    queues: [{ name: "media.prepare", waiting: 0, running: 0, failed, oldestDueAt: null }],
    activities: [
      {
        id,
        kind: "preparation" as const,
        taskId: 12,
        owner: "Meera Joshi",
        destination: null,
        bytes: 1_000_000,
        progress: 0.5,
        startedAt: at,
        secondsLeft: 95,
        cancellable: true,
      },
    ],
  }));
  const job = { id, state: "failed" as const, createdAt: at, dueAt: at, attempts: 3, problem: "No space." };
  api.on(operatorJobEndpoints.jobs, () => (failed > 0 ? [job] : []));
  const retried = api.on(operatorJobEndpoints.retryJob, () => {
    failed = 0;
    return null;
  });
  await open(adminPath("jobs"));
  await expect.element(page.getByRole("row", { name: /Preparation 12.*1:35 left/ })).toBeVisible();
  await page.getByRole("button", { name: "media.prepare" }).click();
  await expect.element(page.getByText("No space.")).toBeVisible();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("This queue has no unfinished jobs.")).toBeVisible();
  expect(retried.map(({ params }) => params)).toEqual([{ queue: "media.prepare", jobId: id }]);
});

test("a job of a queue is cancelled after a confirmation", async () => {
  const { api, open } = await startAdmin();
  const id = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001";
  const at = "2026-11-27T10:00:00.000Z";
  const queue = { name: "notifications.mail", waiting: 1, running: 0, failed: 0, oldestDueAt: at };
  api.on(operatorJobEndpoints.queues, () => ({ queues: [queue], activities: [] }));
  api.on(operatorJobEndpoints.jobs, () => [
    { id, state: "waiting" as const, createdAt: at, dueAt: at, attempts: 1, problem: "Mail server busy." },
  ]);
  const cancelled = api.on(operatorJobEndpoints.cancelJob, () => null);
  await open(adminPath("jobs"));
  await page.getByRole("button", { name: queue.name }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect.element(page.getByRole("alertdialog", { name: "Cancel this job?" })).toBeVisible();
  expect(cancelled).toEqual([]);
  await page.getByRole("button", { name: "Cancel job" }).click();
  await expect.poll(() => cancelled.map(({ params }) => params)).toEqual([{ queue: queue.name, jobId: id }]);
});

test("a preparation and a delivery are cancelled after a confirmation", async () => {
  const { api, open } = await startAdmin();
  const activity = {
    id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea001",
    kind: "preparation" as const,
    taskId: 12,
    owner: "Meera Joshi",
    destination: null,
    bytes: 1_000_000,
    progress: 0.5,
    startedAt: "2026-11-27T10:00:00.000Z",
    secondsLeft: 95,
    cancellable: true,
  };
  const delivery = {
    ...activity,
    id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea002",
    taskId: 13,
    destination: "YouTube",
  };
  let activities = [
    activity,
    { ...delivery, kind: "delivery" as const },
    {
      ...delivery,
      id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea003",
      kind: "delivery" as const,
      taskId: 14,
      cancellable: false,
    },
  ];
  api.on(operatorJobEndpoints.queues, () => ({ queues: [], activities }));
  const remove = (id: string | undefined) => {
    activities = activities.filter((each) => each.id !== id);
    return null;
  };
  api.on(operatorJobEndpoints.cancelPreparation, ({ params }) => remove(params.videoId));
  api.on(operatorJobEndpoints.cancelRunningDelivery, ({ params }) => remove(params.deliveryId));
  await open(adminPath("jobs"));
  await expect.element(page.getByRole("row", { name: /Delivery \(YouTube\) 14/ })).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Cancel the delivery of task 14" }))
    .not.toBeInTheDocument();
  await page.getByRole("button", { name: "Cancel the preparation of task 12" }).click();
  await page.getByRole("button", { name: "Cancel preparation", exact: true }).click();
  await expect.element(page.getByRole("row", { name: /Preparation 12/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Cancel the delivery of task 13" }).click();
  await page.getByRole("button", { name: "Cancel delivery", exact: true }).click();
  await expect.element(page.getByRole("row", { name: /Delivery \(YouTube\) 13/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("row", { name: /Delivery \(YouTube\) 14/ })).toBeVisible();
});

test("settings hide secrets, and a failed test says why", async () => {
  const { api, open } = await startAdmin();
  api.on(operatorSettingEndpoints.settings, () => [
    { name: "PORT", value: "3000", source: "default" as const, secret: false, description: "HTTP port." },
    {
      name: "SMTP_URL",
      value: null,
      source: "environment" as const,
      secret: true,
      description: "Mail server.",
    },
  ]);
  api.on(operatorSettingEndpoints.testMail, () => {
    throw new AppError({
      code: "mail_failed",
      status: 502,
      message: "The test email wasn't sent. The mail server is unreachable (ECONNREFUSED). Check SMTP_URL.",
    });
  });
  await open(adminPath("settings"));
  await expect.element(page.getByRole("row", { name: /PORT.*3000 Default/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /SMTP_URL.*Hidden Environment/ })).toBeVisible();
  await page.getByRole("button", { name: "Send a test email" }).click();
  await expect
    .element(
      page.getByText(
        "The test email wasn't sent. The mail server is unreachable (ECONNREFUSED). Check SMTP_URL.",
      ),
    )
    .toBeVisible();
});

test("storage shows kinds, the growth as a chart with its table, and what expires", async () => {
  const { api, open } = await startAdmin();
  const bytes = (originals: number) => ({
    originals,
    renditions: 500_000,
    stills: 0,
    attachments: 0,
    messages: 0,
    other: 0,
  });
  const report: StorageReport = {
    measuredAt: "2026-11-27T10:00:00.000Z",
    bytes: bytes(1_500_000),
    freeBytes: 70_000_000_000,
    largestTasks: [{ taskId: 12, owner: { id: 1, name: "Meera Joshi" }, bytes: 2_000_000 }],
    largestUsers: [],
    expiring: [{ reason: "review_window", day: 0, videos: 2, bytes: 1_000_000 }],
    days: [
      { day: "2026-11-26", bytes: bytes(500_000) },
      { day: "2026-11-27", bytes: bytes(1_500_000) },
    ],
    defaultQuotaBytes: null,
  };
  api.on(operatorFigureEndpoints.storageReport, () => report);
  await open(adminPath("storage"));
  await expect.element(page.getByText("+1.0 MB since 2026-11-26")).toBeVisible();
  await expect.element(page.getByRole("row", { name: "12 Meera Joshi 2.0 MB" })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Within 24 hours Review period ends 2/ })).toBeVisible();
});

test("the log names who did what to whom", async () => {
  const { api, open } = await startAdmin();
  const at = "2026-11-27T10:00:00.000Z";
  const subject = { id: 77, name: "Dev Malhotra" };
  api.on(operatorLogEndpoints.log, () => [
    {
      id: 2,
      at,
      action: "set_quota" as const,
      by: { id: 1, name: "Meera Joshi" },
      subject,
      invitation: null,
      detail: "5000000000 bytes",
    },
    {
      id: 3,
      at,
      action: "revoke_invitation" as const,
      by: { id: 1, name: "Meera Joshi" },
      subject,
      invitation: { id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea004", email: null, role: null },
      detail: null,
    },
    { id: 1, at, action: "suspend" as const, by: null, subject, invitation: null, detail: null },
  ]);
  await open(adminPath("log"));
  await expect
    .element(page.getByRole("row", { name: /Changed the storage quota · 5.00 GB.*Dev Malhotra Meera Joshi/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole("row", { name: /Revoked an invitation · link \(Any role\)/ }))
    .toBeVisible();
  await expect
    .element(page.getByRole("row", { name: /Suspended the account.*Dev Malhotra Command line/ }))
    .toBeVisible();
});

test("people are invited with a role, and invitations of others revoked", async () => {
  const { api, open } = await startAdmin();
  const created: AdministeredInvitation = {
    id: "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea002",
    email: null,
    name: null,
    role: "EDITOR",
    state: "pending",
    inviter: { id: 77, name: "Dev Malhotra", suspended: true },
    acceptedBy: null,
    createdAt: "2026-11-27T10:00:00.000Z",
    expiresAt: "2026-12-04T10:00:00.000Z",
    path: null,
  };
  let rows = [created];
  api.on(operatorInvitationEndpoints.administeredInvitations, () => rows);
  const revoked = api.on(operatorInvitationEndpoints.revokeAnyInvitation, () => {
    rows = [{ ...created, state: "revoked" }];
    return null;
  });
  await open(adminPath("invitations"));
  await expect.element(page.getByRole("row", { name: /Link Inviter suspended.*Editor/ })).toBeVisible();
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  const email = page.getByRole("textbox", { name: "Email" });
  await expect
    .element(email)
    .toHaveAccessibleDescription(/Enter the email address of the person you.re inviting/);
  await email.fill("rosa@");
  await expect.element(email).toHaveAccessibleDescription(/Enter a complete email address/);
  const exists = api.on(operatorInvitationEndpoints.inviteUser, () => {
    const { message } = operatorInvitationError("has_account");
    throw operatorInvitationError("has_account", { issues: [{ path: "invitee", message }] });
  });
  await email.fill("rosa@example.com");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect.element(email).toHaveAccessibleDescription(/This email already has an account/);
  await expect.element(email).toHaveFocus();
  expect(exists).toHaveLength(1);
  const invited = api.on(operatorInvitationEndpoints.inviteUser, () => {
    const id = "6f2c1d1e-6a54-4b1b-9a40-0d4b6d3ea003";
    const inviter = { id: 1, name: "meera", suspended: false };
    rows = [{ ...created, id, name: "Rosa", role: "YOUTUBER", inviter, path: "/invitation#token" }, created];
    return null;
  });
  await page.getByRole("radio", { name: /^Create a link/ }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Rosa");
  await page.getByRole("combobox", { name: "Role" }).selectOptions("Creator");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect.element(page.getByRole("row", { name: /Link for Rosa.*Pending.*Creator/ })).toBeVisible();
  expect(invited.map(({ body }) => body)).toEqual([{ invitee: { name: "Rosa" }, role: "YOUTUBER" }]);
  await page.getByRole("button", { name: "Revoke the invitation: Link", exact: true }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect.element(page.getByRole("row", { name: /Link Revoked.*Editor/ })).toBeVisible();
  expect(revoked.map(({ params }) => params)).toEqual([{ invitationId: created.id }]);
});

test("the administration doesn't exist for other users, and a list that fails can be loaded again", async () => {
  const screen = await startScreen(meera);
  await screen.open(adminPath("users"));
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Page not found");
  screen.api.on(sessionEndpoints.checkAuth, () => ({ ...meera, socketToken: "token", operator: true }));
  screen.api.on(operatorUserEndpoints.users, () => {
    throw new AppError({ code: "unavailable", status: 503, message: "The server is busy." });
  });
  await screen.open(adminPath("users"));
  await expect.element(page.getByText("The server is busy.")).toBeVisible();
  screen.api.on(operatorUserEndpoints.users, () => [dev]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("dev@reelay.example")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Tasks" }))
    .toHaveAttribute("href", tasksPath("YOUTUBER"));
});

test("the health states since when a part fails, in the viewer's time zone", async () => {
  const { api, open } = await startAdmin();
  const since = "2026-11-28T18:00:00.000Z";
  const refused = "The mail server rejected the connection. Check SMTP_URL. 2 to be tried again.";
  api.on(operatorFigureEndpoints.overview, () => ({
    measuredAt: "2026-11-28T19:00:00.000Z",
    users: {
      total: 2,
      suspended: 0,
      activeThisWeek: 2,
      byRole: { NORMAL: 0, EDITOR: 1, YOUTUBER: 1 },
    },
    tasks: {
      assigned: 0,
      in_review: 0,
      changes_requested: 0,
      approved: 0,
      publishing: 0,
      published: 0,
      cancelled: 0,
    },
    preparedToday: 0,
    deliveries: { running: 0, failed: 0 },
    store: { kind: "disk" as const, usedBytes: 0, freeBytes: 1000 },
    health: [
      { part: "Email", state: "failing" as const, detail: refused, since },
      { part: "Database", state: "ok" as const, detail: "Ready", since: null },
    ],
    youtubeQuota: [{ part: "reports" as const, used: 96, limit: 10_000 }],
    version: "1.0.0",
    migrations: { applied: 1, pending: 0 },
  }));
  await open(adminPath("overview"));
  const failing = page.getByRole("row", { name: /Email.*Check SMTP_URL.*Since Nov 28, 11:30 PM/ });
  await expect.element(failing).toBeVisible();
  await expect.element(page.getByRole("row", { name: /Database OK Ready$/ })).toBeVisible();
  await expect
    .element(page.getByRole("row", { name: "Calls for analytics reports 96 10,000" }))
    .toBeVisible();
});
