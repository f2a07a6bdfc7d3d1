import type { ChannelRight, GuestRight, Role, TaskAbility } from "#core/permission.ts";
import { taskAbilities } from "#core/permission.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";

import type { ContributorRight } from "./contributors.ts";

/** A relation of a user to a task. One person can have several, such as a lead editor who also manages the channel. */
export type TaskRelation =
  | { kind: "owner" | "lead_editor" }
  | { kind: "manager"; rights: readonly ManagerRight[] }
  | { kind: "contributor"; rights: readonly ContributorRight[] };

/** A relation of a person to a task; guests have no account. */
export type Relation = TaskRelation | { kind: "guest"; rights: readonly GuestRight[] };

const owner = [
  "view",
  "comment",
  "attach",
  "decide",
  "edit",
  "publish",
  "analyze",
  "manage",
  "rate",
] as const;
const leadEditor = ["view", "comment", "upload", "attach", "decline"] as const;
const member = ["view", "comment"] as const;

type Abilities = readonly TaskAbility[];

/** The abilities of each relation, and those that its rights add. */
const presets: Record<Relation["kind"], { always: Abilities; rights: Partial<Record<string, Abilities>> }> = {
  owner: { always: owner, rights: {} },
  lead_editor: { always: leadEditor, rights: {} },
  manager: {
    always: [...member, "analyze"],
    rights: { create_tasks: ["attach", "edit"], review: ["decide"], publish: ["publish"] },
  },
  contributor: { always: member, rights: { upload: ["upload"], attach: ["attach"] } },
  guest: { always: [], rights: { view: ["view"], comment: ["comment"], download: [], watch_together: [] } },
};

/** Abilities that the relations of a person to a task allow, in the order of `taskAbilities`; nothing without a relation. */
export function relationAbilities(relations: readonly Relation[]): TaskAbility[] {
  const allowed = new Set(
    relations.flatMap((relation) => {
      const { always, rights } = presets[relation.kind];
      return "rights" in relation
        ? [...always, ...relation.rights.flatMap((right) => rights[right] ?? [])]
        : always;
    }),
  );
  return taskAbilities.filter((ability) => allowed.has(ability));
}

/** Whether creators or editors with this role have the ability in their own tasks. Others have it only in a team. */
export function isAbilityOfRole(ability: TaskAbility, role: Role): boolean {
  const ofRole: Record<Role, Abilities> = { YOUTUBER: owner, EDITOR: leadEditor, NORMAL: [] };
  return ofRole[role].includes(ability);
}

/** Rights in the own channel. */
export const ownChannelRights: Record<Role, readonly ChannelRight[]> = {
  YOUTUBER: ["create tasks", "view figures"],
  EDITOR: [],
  NORMAL: [],
};

/** Rights of a manager in a creator's channel. */
export function managedChannelRights(rights: readonly ManagerRight[]): readonly ChannelRight[] {
  return rights.includes("create_tasks") ? ["create tasks", "view figures"] : ["view figures"];
}

/** The action that a member of a task who lacks the ability can't do, for "You don't have the right to …". */
export const abilityTexts: Record<TaskAbility, string> = {
  view: "view this task",
  comment: "comment on this task",
  upload: "upload versions of this task",
  attach: "attach files to this task",
  decide: "approve or reject versions of this task",
  edit: "edit this task",
  publish: "publish this task",
  analyze: "view the analytics of this task",
  manage: "manage this task",
  rate: "rate the editor of this task",
  decline: "decline this task",
};
