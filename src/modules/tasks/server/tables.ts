import { and, eq, ilike, isNotNull, isNull, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { storedFiles } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { invitations } from "#modules/sign-in/server/tables.ts";

import { contributorRights } from "../rules/contributors.ts";
import {
  countedTasks,
  endStages,
  isCompleted,
  mayUpload,
  type Side,
  type Stage,
  stages,
} from "../rules/stages.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Literals instead of parameters, so that the planner uses the partial indexes. */
const literals = (list: readonly Stage[]) => sql.raw(`(${list.map((stage) => `'${stage}'`).join(", ")})`);
const ends = literals(endStages);
const done = literals(stages.filter(isCompleted));
const waiting = literals(stages.filter(mayUpload));

/** The texts of a task that are searched, one per line. */
const searchedText = (table: Record<"taskTitle" | "title" | "workDescription", SQLWrapper>) =>
  sql`(${table.taskTitle} || E'\\n' || ${table.title} || E'\\n' || ${table.workDescription})`;

export const tasks = pgTable(
  "tasks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    /** Null while the task is waiting for an invited person, and after their invitation has ended. */
    editorId: bigint("editor_id", { mode: "number" }).references(() => people.id),
    /** The invitation whose recipient becomes the editor; null once there is one. */
    invitationId: uuid("invitation_id").references(() => invitations.id, { onDelete: "set null" }),
    stage: text("stage", { enum: stages }).notNull(),
    taskTitle: text("task_title").notNull(),
    workDescription: text("work_description").notNull(),
    deadline: moment("deadline").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    madeForKids: boolean("made_for_kids").notNull(),
    tags: text("tags").array().notNull(),
    /** Without `onDelete`: a file is replaced here before its row is deleted, so that no task refers to a missing file. */
    thumbnailFileId: uuid("thumbnail_file_id").references(() => storedFiles.id),
    attachmentFileIds: uuid("attachment_file_ids").array().notNull(),
    /** When and why the editor declined the task; null again once an editor is assigned. Until then the task has no editor with access. */
    declinedAt: moment("declined_at"),
    declineReason: text("decline_reason"),
    /** The deadline that the editor was reminded of. */
    remindedOf: moment("reminded_of"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => {
    const open = sql`${table.stage} not in ${ends}`;
    const completed = sql`${table.stage} in ${done}`;
    // The condition of `assignedTo`, so that an editor's tasks are counted without reading their rows.
    const accepted = (status: SQL) => sql`${status} and ${table.declinedAt} is null`;
    // Ascending: PostgreSQL scans indexes in both directions, and `desc()` would change the order of nulls.
    return [
      index("tasks_of_creator").on(table.creatorId, table.id),
      index("tasks_of_editor").on(table.editorId, table.id),
      // Finds a user's few open tasks among thousands of finished ones.
      index("tasks_open_of_creator").on(table.creatorId, table.id).where(open),
      index("tasks_open_of_editor").on(table.editorId, table.id).where(accepted(open)),
      index("tasks_completed_of_creator").on(table.creatorId, table.id).where(completed),
      index("tasks_completed_of_editor").on(table.editorId, table.id).where(accepted(completed)),
      // A user's tasks by parts of their texts.
      index("tasks_text").using(
        "gin",
        table.creatorId,
        table.editorId,
        sql`${searchedText(table)} gin_trgm_ops`,
      ),
      index("tasks_due_of_creator").on(table.creatorId, table.deadline, table.id).where(open),
      index("tasks_due_of_editor").on(table.editorId, table.deadline, table.id).where(accepted(open)),
      // For the foreign key: PostgreSQL looks up the tasks of a file before it deletes the file's row.
      index("tasks_thumbnail").on(table.thumbnailFileId).where(isNotNull(table.thumbnailFileId)),
      index("tasks_invitation").on(table.invitationId).where(isNotNull(table.invitationId)),
      index("tasks_waiting")
        .on(table.deadline)
        .where(sql`${table.stage} in ${waiting}`),
    ];
  },
);

/** People who help with a task besides its editor, such as with the thumbnail or the sound. */
export const taskContributors = pgTable(
  "task_contributors",
  {
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    /** Their work, such as "Thumbnail". */
    label: text("label").notNull(),
    rights: text("rights", { enum: contributorRights }).array().notNull().default([]),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.personId] }),
    index("task_contributors_person").on(table.personId),
  ],
);

/** Whether a text of a task matches a pattern of `ilike`. */
export const textMatches = (pattern: string | SQLWrapper) => ilike(searchedText(tasks), pattern);

/** Tasks that are neither published nor cancelled. */
export const openOnly = sql`${tasks.stage} not in ${ends}`;
export const completedOnly = sql`${tasks.stage} in ${done}`;
/** Tasks that are waiting for their editor to upload a version. */
export const waitingOnly = sql`${tasks.stage} in ${waiting} and ${tasks.declinedAt} is null`;

/** Tasks of which the user is the editor and has not declined. */
export const assignedTo = (personId: number | SQLWrapper) =>
  and(eq(tasks.editorId, personId), isNull(tasks.declinedAt));
/** The tasks of a user on one side; an editor's without those that they declined. */
export const tasksOfSide: Record<Side, (personId: number | SQLWrapper) => SQL | undefined> = {
  creator: (personId) => eq(tasks.creatorId, personId),
  editor: assignedTo,
};
/** Tasks of a user as creator, or as editor who has not declined. For lists: it is the union of two indexes. */
export const ownTasks = (personId: number | SQLWrapper) =>
  or(eq(tasks.creatorId, personId), assignedTo(personId));

/** Tasks of which two users are creator and editor, who has not declined. */
export const tasksOfPair = (one: number, two: number) =>
  or(and(eq(tasks.creatorId, one), assignedTo(two)), and(eq(tasks.creatorId, two), assignedTo(one)));

/** The newest tasks of a user that match, which figures count. */
export const isCounted = (side: Side, personId: number, matching: SQL | undefined) =>
  sql`${tasks.id} in (select ${tasks.id} from ${tasks} where ${and(tasksOfSide[side](personId), matching)}
    order by ${tasks.id} desc limit ${countedTasks})`;

/** Whether the user is a contributor of the task. */
const isContributor = (personId: number | SQLWrapper) => sql`exists (select from ${taskContributors}
  where ${taskContributors.taskId} = ${tasks.id} and ${taskContributors.personId} = ${personId})`;
/** Whether the user is the task's editor or a contributor. */
export const worksOn = (personId: number | SQLWrapper) =>
  or(eq(tasks.editorId, personId), isContributor(personId));

/** A contributor of a task with what their card needs. */
interface ContributorCardRow
  extends
    Pick<typeof taskContributors.$inferSelect, "label" | "rights">,
    Pick<typeof people.$inferSelect, "id" | "name" | "role" | "pictureFileId"> {
  suspendedAt: string | null;
}

/**
 * Expression for lists of tasks: the contributors of each task, the first added first; null without any. Read with the task, so
 * that lists cost no further statement.
 */
export const contributorsOfTask = sql<ContributorCardRow[] | null>`(
  select json_agg(json_build_object('label', ${taskContributors.label}, 'rights', ${taskContributors.rights}, 'id', ${people.id}, 'name', ${people.name}, 'role', ${people.role},
      'pictureFileId', ${people.pictureFileId}, 'suspendedAt', ${people.suspendedAt})
    order by ${taskContributors.createdAt}, ${taskContributors.personId})
  from ${taskContributors} inner join ${people} on ${people.id} = ${taskContributors.personId}
  where ${taskContributors.taskId} = ${tasks.id}
)`;
