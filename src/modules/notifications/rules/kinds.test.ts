import { expect, it } from "vitest";

import { taskNotificationKinds } from "#modules/history/rules/kinds.ts";
import { taskEvents } from "#modules/history/rules/task-events.ts";

import { kindsOf } from "./kinds.ts";

it("lists each kind of a task event for the roles that receive it", () => {
  const sent = Object.values(taskEvents).flatMap(({ notifications }) =>
    notifications.map(({ kind, to }) => `${kind} ${to === "creator" ? "YOUTUBER" : "EDITOR"}`),
  );
  const listed = (["YOUTUBER", "EDITOR"] as const).flatMap((role) =>
    kindsOf(role)
      .filter(({ kind }) => taskNotificationKinds.some((each) => each === kind))
      .map(({ kind }) => `${kind} ${role}`),
  );
  expect(new Set(listed)).toEqual(new Set(sent));
});
