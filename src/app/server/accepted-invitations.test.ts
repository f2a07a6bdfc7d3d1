import { afterAll, beforeAll, expect, it } from "vitest";

import { adminPath, settingsPath, tasksPath } from "#core/paths.ts";
import { notificationsEndpoints } from "#modules/notifications/contract/inbox.ts";
import { notificationSettingsEndpoints } from "#modules/notifications/contract/settings.ts";
import { operatorInvitationEndpoints } from "#modules/operators/contract/invitations.ts";
import { invitationEndpoints } from "#modules/sign-in/contract/invitations.ts";
import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

let app: TestApp;
let creator: Person;

beforeAll(async () => {
  app = await startApp();
  creator = await app.join("meera", "YOUTUBER");
  await app.confirmEmail(creator);
});
afterAll(() => app?.stop());

/** A new user, who signs up with the link. */
async function accept(name: string, path: string | null | undefined): Promise<void> {
  const { status } = await app.nobody.call(passwordEndpoints.signup, {
    body: {
      email: `${name}@example.com`,
      password: "long reels are long",
      role: "EDITOR",
      invitation: path?.split("#")[1] ?? "",
    },
  });
  expect(status).toBe(200);
}

const invite = async (name: string) =>
  (await creator.call(invitationEndpoints.invite, { body: { name } })).data.path;
const newest = async (person: Person) =>
  (await person.call(notificationsEndpoints.list, { query: {} })).data.items[0];
const emailsAbout = async (text: string) => {
  await app.work();
  return (await app.sandbox.mailTo("meera@example.com")).filter(({ subject }) => subject.includes(text));
};

it("an inviter is notified of an accepted invitation, also by email", async () => {
  await accept("rosa", await invite("Rosa"));
  expect(await newest(creator)).toMatchObject({
    kind: "invitation_accepted",
    title: "rosa accepted your invitation",
    path: settingsPath("YOUTUBER"),
    sender: { name: "rosa" },
    read: false,
  });
  expect(await emailsAbout("rosa accepted")).toHaveLength(1);
});

it("the notification names the task that was waiting, and gets no email if these are switched off", async () => {
  const { data } = await creator.call(notificationSettingsEndpoints.settings, {});
  const { emailAvailable: _available, emailConfirmed: _confirmed, kinds: _kinds, ...settings } = data;
  await creator.call(notificationSettingsEndpoints.saveSettings, {
    body: { ...settings, emailOff: ["invitation_accepted"] },
  });
  const { data: task } = await creator.call(tasksEndpoints.createTask, {
    form: {
      fields: {
        taskTitle: "Harbour",
        workDescription: "Cut.",
        deadline: "2031-01-31",
        inviteEditor: JSON.stringify({ name: "Theo" }),
      },
      files: {},
    },
  });
  await accept("theo", task.waitingFor?.path);
  expect(await newest(creator)).toMatchObject({
    kind: "invitation_accepted",
    description: "theo is now the editor of “Harbour” and can upload the first version.",
    path: tasksPath("YOUTUBER"),
  });
  expect(await emailsAbout("theo accepted")).toEqual([]);
});

it("operators who are editors find the invitation in the administration", async () => {
  const olga = await app.join("olga", "EDITOR");
  await app.confirmEmail(olga);
  await olga.call(operatorInvitationEndpoints.inviteUser, {
    body: { invitee: { name: "Pia" }, role: "EDITOR" },
  });
  const { data } = await olga.call(operatorInvitationEndpoints.administeredInvitations, { query: {} });
  await accept("pia", data[0]?.path);
  expect(await newest(olga)).toMatchObject({
    title: "pia accepted your invitation",
    path: adminPath("invitations"),
  });
});
