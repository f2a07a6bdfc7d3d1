import { describe, expect, it } from "vitest";

import { roles, type TaskAbility, taskAbilities } from "#core/permission.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";

import { relationAbilities, isAbilityOfRole, type Relation } from "./access.ts";
import type { ContributorRight } from "./contributors.ts";

const manager = (...rights: ManagerRight[]): Relation => ({ kind: "manager", rights });
const contributor = (...rights: ContributorRight[]): Relation => ({ kind: "contributor", rights });
const ofOwner: TaskAbility[] = [
  "view",
  "comment",
  "attach",
  "decide",
  "edit",
  "publish",
  "analyze",
  "manage",
  "rate",
];

/** Each row is a combination of relations, and everything it allows: all other abilities are refused. */
const table: [string, Relation[], TaskAbility[]][] = [
  ["a stranger", [], []],
  ["the owner", [{ kind: "owner" }], ofOwner],
  ["the lead editor", [{ kind: "lead_editor" }], ["view", "comment", "upload", "attach", "decline"]],
  ["a manager without rights", [manager()], ["view", "comment", "analyze"]],
  [
    "a manager who may create tasks",
    [manager("create_tasks")],
    ["view", "comment", "attach", "edit", "analyze"],
  ],
  ["a manager who may review", [manager("review")], ["view", "comment", "decide", "analyze"]],
  ["a manager who may publish", [manager("publish")], ["view", "comment", "publish", "analyze"]],
  [
    "a manager with all rights",
    [manager("create_tasks", "review", "publish")],
    ["view", "comment", "attach", "decide", "edit", "publish", "analyze"],
  ],
  ["a contributor without rights", [contributor()], ["view", "comment"]],
  ["a contributor who may upload", [contributor("upload")], ["view", "comment", "upload"]],
  ["a contributor who may attach files", [contributor("attach")], ["view", "comment", "attach"]],
  ["a guest", [{ kind: "guest", rights: ["view"] }], ["view"]],
  ["a guest who may comment", [{ kind: "guest", rights: ["view", "comment"] }], ["view", "comment"]],
  ["a guest who may download", [{ kind: "guest", rights: ["view", "download"] }], ["view"]],
  [
    "a lead editor who reviews for the channel",
    [manager("review"), { kind: "lead_editor" }],
    ["view", "comment", "upload", "attach", "decide", "analyze", "decline"],
  ],
  [
    "a contributor who publishes for the channel",
    [manager("publish"), contributor("upload")],
    ["view", "comment", "upload", "publish", "analyze"],
  ],
];

describe("abilities", () => {
  it.each(table)("of %s", (_, relations, abilities) => {
    expect(relationAbilities(relations)).toEqual(abilities);
  });

  it("of roles are those of the owner and the lead editor", () => {
    const withRole = (role: (typeof roles)[number]) =>
      taskAbilities.filter((ability) => isAbilityOfRole(ability, role));
    expect(withRole("YOUTUBER")).toEqual(ofOwner);
    expect(withRole("EDITOR")).toEqual(relationAbilities([{ kind: "lead_editor" }]));
    expect(withRole("NORMAL")).toEqual([]);
  });
});
