import { expect, it } from "vitest";

import { kindNames, kinds, kindsFor, type TeamWork } from "./index.ts";

const noTeam = { abilities: [], contributes: false, managersCreateTasks: false, approvesWithOthers: false };

it("lists each kind of a task event for the roles that receive it", () => {
  const sent = kindNames.flatMap((kind) =>
    (kinds[kind].notices ?? []).map(({ to }) => `${kind} ${to === "creator" ? "YOUTUBER" : "EDITOR"}`),
  );
  const listed = (["YOUTUBER", "EDITOR"] as const).flatMap((role) =>
    kindsFor(role, { ...noTeam, managersCreateTasks: true, approvesWithOthers: true })
      .filter((kind) => kinds[kind].notices)
      .map((kind) => `${kind} ${role}`),
  );
  expect(new Set(listed)).toEqual(new Set(sent));
});

it("lists for managers and contributors what their work in teams adds to their role", () => {
  const added = (role: "YOUTUBER" | "EDITOR", work: Partial<TeamWork>) => {
    const own = kindsFor(role, noTeam);
    return kindsFor(role, { ...noTeam, ...work }).filter((kind) => !own.includes(kind));
  };
  expect(added("EDITOR", { abilities: ["view", "comment"] })).toEqual([]);
  expect(added("EDITOR", { abilities: ["decide"] })).toEqual([
    "ready_to_review",
    "window_closing",
    "extension_requested",
    "version_withdrawn",
  ]);
  expect(added("EDITOR", { abilities: ["publish"] })).toEqual(["publish_failed"]);
  expect(added("EDITOR", { abilities: ["edit"] })).toEqual(["task_declined", "editor_left"]);
  expect(added("YOUTUBER", { abilities: ["decide", "publish", "edit"] })).toEqual([]);
  expect(added("YOUTUBER", { contributes: true })).toEqual(["assigned"]);
  expect(added("EDITOR", { contributes: true })).toEqual([]);
  expect(added("YOUTUBER", { managersCreateTasks: true })).toEqual(["assigned"]);
  expect(added("YOUTUBER", { approvesWithOthers: true })).toEqual(["approved"]);
});

it("lists for managers without a role what they can receive by their rights", () => {
  const always = [
    "files_arrived",
    "comments",
    "mention",
    "message",
    "team_invitation",
    "invitation_accepted",
  ];
  const listed = (work: Partial<TeamWork>) => kindsFor("NORMAL", { ...noTeam, ...work });
  expect(listed({ abilities: ["view", "comment"] })).toEqual(always);
  const requests = [
    "ready_to_review",
    "window_closing",
    "extension_requested",
    "window_ended",
    "version_withdrawn",
  ];
  expect(listed({ abilities: ["decide"] })).toEqual([...requests, ...always]);
  expect(listed({ abilities: ["publish"] })).toEqual(["published", "publish_failed", ...always]);
  expect(listed({ contributes: true })).toEqual(["assigned", ...always]);
});

it("managers are notified only of what creators are", () => {
  const forManagers = kindNames.filter((kind) => kinds[kind].managersWith);
  expect(forManagers.filter((kind) => !kinds[kind].notices?.some(({ to }) => to === "creator"))).toEqual([]);
});
