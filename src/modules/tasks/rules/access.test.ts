import { describe, expect, it } from "vitest";

import { roles, type TaskAbility, taskAbilities } from "#core/permission.ts";

import { abilitiesOf, isAbilityOfRole, type Relation, relationsOf } from "./access.ts";

const manager = (rights: { create?: boolean; review?: boolean; publish?: boolean } = {}): Relation => ({
  kind: "manager",
  mayCreateTasks: rights.create ?? false,
  mayReview: rights.review ?? false,
  mayPublish: rights.publish ?? false,
});
const contributor = (rights: { upload?: boolean; attach?: boolean } = {}): Relation => ({
  kind: "contributor",
  mayUpload: rights.upload ?? false,
  mayAttach: rights.attach ?? false,
});
const ofOwner: TaskAbility[] = ["view", "comment", "attach", "decide", "edit", "publish", "manage", "rate"];

/** Each row is a combination of relations, and everything it allows: all other abilities are refused. */
const table: [string, Relation[], TaskAbility[]][] = [
  ["a stranger", [], []],
  ["the owner", [{ kind: "owner" }], ofOwner],
  ["the lead editor", [{ kind: "lead_editor" }], ["view", "comment", "upload", "attach", "decline"]],
  ["a manager without rights", [manager()], ["view", "comment"]],
  ["a manager who may create tasks", [manager({ create: true })], ["view", "comment", "attach", "edit"]],
  ["a manager who may review", [manager({ review: true })], ["view", "comment", "decide"]],
  ["a manager who may publish", [manager({ publish: true })], ["view", "comment", "publish"]],
  [
    "a manager with all rights",
    [manager({ create: true, review: true, publish: true })],
    ["view", "comment", "attach", "decide", "edit", "publish"],
  ],
  ["a contributor without rights", [contributor()], ["view", "comment"]],
  ["a contributor who may upload", [contributor({ upload: true })], ["view", "comment", "upload"]],
  ["a contributor who may attach files", [contributor({ attach: true })], ["view", "comment", "attach"]],
  ["a guest", [{ kind: "guest", rights: ["view"] }], ["view"]],
  ["a guest who may comment", [{ kind: "guest", rights: ["view", "comment"] }], ["view", "comment"]],
  ["a guest who may download", [{ kind: "guest", rights: ["view", "download"] }], ["view"]],
  [
    "a lead editor who reviews for the channel",
    [manager({ review: true }), { kind: "lead_editor" }],
    ["view", "comment", "upload", "attach", "decide", "decline"],
  ],
  [
    "a contributor who publishes for the channel",
    [manager({ publish: true }), contributor({ upload: true })],
    ["view", "comment", "upload", "publish"],
  ],
];

describe("abilities", () => {
  it.each(table)("of %s", (_, relations, abilities) => {
    expect(abilitiesOf(relations)).toEqual(abilities);
  });

  it("of roles are those of the owner and the lead editor", () => {
    const withRole = (role: (typeof roles)[number]) =>
      taskAbilities.filter((ability) => isAbilityOfRole(ability, role));
    expect(withRole("YOUTUBER")).toEqual(ofOwner);
    expect(withRole("EDITOR")).toEqual(abilitiesOf([{ kind: "lead_editor" }]));
    expect(withRole("NORMAL")).toEqual([]);
  });
});

describe("relations", () => {
  const task = { creatorId: 1, editorId: 2, declinedAt: null, manager: null, contributor: null };
  const rights = { mayCreateTasks: false, mayReview: true, mayPublish: false };
  const kindsOf = (...[personId, more]: Parameters<typeof relationsOf>) =>
    relationsOf(personId, more).map(({ kind }) => kind);

  it("are those of the creator and the editor", () => {
    expect([1, 2, 3].map((personId) => kindsOf(personId, task))).toEqual([["owner"], ["lead_editor"], []]);
  });

  it("end for an editor who declined, except those in the team", () => {
    const declined = { ...task, declinedAt: new Date(0) };
    expect(kindsOf(2, declined)).toEqual([]);
    expect(kindsOf(2, { ...declined, manager: rights })).toEqual(["manager"]);
  });

  it("of one person can be several", () => {
    const both = { ...task, manager: rights, contributor: { mayUpload: true, mayAttach: false } };
    expect(relationsOf(2, both)).toEqual([
      { kind: "manager", ...rights },
      { kind: "lead_editor" },
      { kind: "contributor", mayUpload: true, mayAttach: false },
    ]);
  });
});
