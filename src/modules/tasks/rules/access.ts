import type { GuestRight, Role, TaskAbility } from "#core/permission.ts";
import { taskAbilities } from "#core/permission.ts";

/** Rights of a manager, which the creator ticks. */
export interface ManagerRights {
  mayCreateTasks: boolean;
  mayReview: boolean;
  mayPublish: boolean;
}

/** Rights of a contributor besides viewing and commenting. */
export interface ContributorRights {
  mayUpload: boolean;
  mayAttach: boolean;
}

/** A relation of a person to a task. One person can have several, such as a lead editor who also manages the channel. */
export type Relation =
  | { kind: "owner" }
  | ({ kind: "manager" } & ManagerRights)
  | { kind: "lead_editor" }
  | ({ kind: "contributor" } & ContributorRights)
  | { kind: "guest"; rights: readonly GuestRight[] };

type Allowed = Partial<Record<TaskAbility, boolean>>;

const member = { view: true, comment: true } satisfies Allowed;

const allowed: { [K in Relation["kind"]]: (relation: Extract<Relation, { kind: K }>) => Allowed } = {
  owner: () => ({
    ...member,
    attach: true,
    decide: true,
    edit: true,
    publish: true,
    manage: true,
    rate: true,
  }),
  manager: ({ mayCreateTasks, mayReview, mayPublish }) => ({
    ...member,
    attach: mayCreateTasks,
    edit: mayCreateTasks,
    decide: mayReview,
    publish: mayPublish,
  }),
  lead_editor: () => ({ ...member, upload: true, attach: true, decline: true }),
  contributor: ({ mayUpload, mayAttach }) => ({ ...member, upload: mayUpload, attach: mayAttach }),
  guest: ({ rights }) => ({ view: rights.includes("view"), comment: rights.includes("comment") }),
};

/** Abilities that the relations of a person to a task allow, in the order of `taskAbilities`; nothing without a relation. */
export function abilitiesOf(relations: readonly Relation[]): TaskAbility[] {
  const all = relations.map((relation) => allowedBy(relation));
  return taskAbilities.filter((ability) => all.some((each) => each[ability]));
}

function allowedBy<K extends Relation["kind"]>(relation: Extract<Relation, { kind: K }>): Allowed {
  return allowed[relation.kind as K](relation);
}

/** A task's creator and editor, and the rights that a person has as a manager of the creator and as a contributor. */
export interface RelatedTask {
  creatorId: number;
  editorId: number | null;
  declinedAt: Date | null;
  manager: ManagerRights | null;
  contributor: ContributorRights | null;
}

/** The relations of a user to a task. An editor who declined it has none as its editor. */
export function relationsOf(personId: number, task: RelatedTask): Relation[] {
  const { creatorId, editorId, declinedAt, manager, contributor } = task;
  return [
    ...(creatorId === personId ? [{ kind: "owner" } as const] : []),
    ...(manager ? [{ kind: "manager", ...manager } as const] : []),
    ...(editorId === personId && declinedAt === null ? [{ kind: "lead_editor" } as const] : []),
    ...(contributor ? [{ kind: "contributor", ...contributor } as const] : []),
  ];
}

/** Roles of users who have the ability without being in a team: as creator or editor of the task. */
const rolesWith: Record<TaskAbility, readonly Role[]> = {
  view: ["YOUTUBER", "EDITOR"],
  comment: ["YOUTUBER", "EDITOR"],
  upload: ["EDITOR"],
  attach: ["YOUTUBER", "EDITOR"],
  decide: ["YOUTUBER"],
  edit: ["YOUTUBER"],
  publish: ["YOUTUBER"],
  manage: ["YOUTUBER"],
  rate: ["YOUTUBER"],
  decline: ["EDITOR"],
};

/** Whether creators or editors with this role have the ability in their own tasks. Others have it only in a team. */
export function isAbilityOfRole(ability: TaskAbility, role: Role): boolean {
  return rolesWith[ability].includes(role);
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
  manage: "manage this task",
  rate: "rate the editor of this task",
  decline: "decline this task",
};
