import { and, eq, isNull, sql, type SQLWrapper } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  QueryBuilder,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { invitations } from "#modules/sign-in/server/tables.ts";

import { type ManagerRight, managerRights, memberKinds } from "../rules/team.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const person = (name: string) => bigint(name, { mode: "number" }).references(() => people.id);

/** Managers and editors of creators. A person can manage for one creator and edit for another. */
export const teamMembers = pgTable(
  "team_members",
  {
    creatorId: person("creator_id").notNull(),
    personId: person("person_id").notNull(),
    kind: text("kind", { enum: memberKinds }).notNull(),
    rights: text("rights", { enum: managerRights }).array().notNull().default([]),
    /** Whether nothing is published without the approval of this manager. */
    approvalRequired: boolean("approval_required").notNull().default(false),
    /** When the creator agreed to publishing by the member, and the text they agreed to; null without the right. */
    publishAgreementAt: moment("publish_agreement_at"),
    publishAgreement: text("publish_agreement"),
    /** The editor whom the task form selects first; at most one per creator. */
    isDefault: boolean("is_default").notNull().default(false),
    /** Visible to the creator and their managers only. */
    note: text("note").notNull().default(""),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.personId] }),
    index("team_members_person").on(table.personId),
    uniqueIndex("team_members_default")
      .on(table.creatorId)
      .where(sql`${table.isDefault}`),
    check("team_members_of_others", sql`${table.creatorId} <> ${table.personId}`),
    // Literals, so that the planner uses it for the few who have to approve.
    index("team_members_approving")
      .on(table.creatorId)
      .where(sql`${table.approvalRequired}`),
    check(
      "team_members_approvers_review",
      sql`not ${table.approvalRequired} or 'review' = any(${table.rights})`,
    ),
    check("team_members_default_edits", sql`not ${table.isDefault} or ${table.kind} = 'editor'`),
    check("team_members_rights_of_managers", sql`${table.kind} = 'manager' or ${table.rights} = '{}'`),
    check(
      "team_members_publish_agreed",
      sql`('publish' = any(${table.rights})) = (${table.publishAgreementAt} is not null and ${table.publishAgreement} is not null)`,
    ),
  ],
);
export type TeamMember = typeof teamMembers.$inferSelect;

/** Kind and rights of the person who accepts an invitation to its sender's team. */
export const teamInvitations = pgTable("team_invitations", {
  invitationId: uuid("invitation_id")
    .primaryKey()
    .references(() => invitations.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: memberKinds }).notNull(),
  rights: text("rights", { enum: managerRights }).array().notNull().default([]),
  publishAgreementAt: moment("publish_agreement_at"),
  publishAgreement: text("publish_agreement"),
});
export type TeamInvitationRow = typeof teamInvitations.$inferSelect;

/** Nobody acts for a creator whose account is suspended. */
export const activeCreator = sql`not exists (select from ${people} where ${people.id} = ${teamMembers.creatorId} and ${people.suspendedAt} is not null)`;

/** Subquery: the ids of the creators whose manager a person is, or is with a right, without suspended ones. */
export const managedBy = (personId: number | SQLWrapper, right?: ManagerRight) =>
  new QueryBuilder()
    .select({ creatorId: teamMembers.creatorId })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.personId, personId),
        eq(teamMembers.kind, "manager"),
        right && sql`${right} = any(${teamMembers.rights})`,
        activeCreator,
      ),
    );

/** Subquery: the ids of the managers without whose approval nothing of a creator is published, without suspended ones. */
export const requiredApprovers = (creatorId: SQLWrapper) =>
  new QueryBuilder()
    .select({ personId: teamMembers.personId })
    .from(teamMembers)
    .innerJoin(people, and(eq(people.id, teamMembers.personId), isNull(people.suspendedAt)))
    .where(and(eq(teamMembers.creatorId, creatorId), teamMembers.approvalRequired));
