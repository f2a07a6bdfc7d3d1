import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

import { people } from "#modules/people/server/tables.ts";
import { approvals, versions } from "#modules/review/server/tables.ts";
import { invitations, isPending } from "#modules/sign-in/server/tables.ts";
import { hasCreatorAbility, hasUploadAbility } from "#modules/tasks/server/access/tables.ts";
import { tasks, waitingOnly, worksOn } from "#modules/tasks/server/tables.ts";
import { requiredApprovers } from "#modules/team/server/tables.ts";

/** Whether the task's newest version is being prepared, and its current editor or a contributor uploaded it. */
const isPreparing = sql`(
  select ${versions.state} = 'preparing' and ${worksOn(versions.editorId)}
  from ${versions} where ${versions.taskId} = ${tasks.id} order by ${versions.number} desc limit 1
) is true`;

/** Whether the user has approved the version in review. */
const hasApproved = (personId: SQLWrapper | number) => sql`exists (
  select from ${approvals} inner join ${versions} on ${versions.taskId} = ${approvals.taskId} and ${versions.number} = ${approvals.version}
  where ${approvals.taskId} = ${tasks.id} and ${approvals.personId} = ${personId} and ${versions.state} = 'in_review')`;

/**
 * `needsEditor` of a task that waits for an upload. Editors without a role are former members. With `exists`, the planner can read all
 * people and invitations.
 */
const needsEditor = (now: Date | SQLWrapper) => sql`(${tasks.declinedAt} is not null
  or (${tasks.editorId} is null
    and (select ${isPending(now)} from ${invitations} where ${invitations.id} = ${tasks.invitationId}) is not true)
  or (select ${people.role} = 'NORMAL' or ${people.suspendedAt} is not null from ${people} where ${people.id} = ${tasks.editorId}))`;

/**
 * Whether a task is waiting for a user, by their relations to it: for the upload of a version, another editor, the decision on the
 * version in review, or the publication of an approved one, also after a failed one. Where certain managers have to approve, a
 * version in review waits only for those who have not.
 */
export function isWaitingFor(personId: SQLWrapper | number, now: Date | SQLWrapper): SQL {
  const approvers = sql`array(${requiredApprovers(tasks.creatorId)})`;
  return sql`(case ${tasks.stage}
    when 'in_review' then ${hasCreatorAbility(personId, "decide")} and not ${hasApproved(personId)}
      and (cardinality(${approvers}) = 0 or ${personId} = any(${approvers}))
    when 'approved' then ${hasCreatorAbility(personId, "publish")}
    when 'publishing' then false when 'published' then false when 'cancelled' then false
    else (${waitingOnly} and ${hasUploadAbility(personId)} and not ${isPreparing})
      or (${hasCreatorAbility(personId, "edit")} and ${needsEditor(now)})
  end) is true`;
}
