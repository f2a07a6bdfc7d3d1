import { currentActor, type Context } from "#core/server/context.ts";
import { teamError } from "#modules/team/contract/team.ts";
import type { ManagerRight } from "#modules/team/rules/team.ts";

import { notifyOfMember, removeMember } from "../public/team.ts";
import type { TeamMember } from "../tables.ts";
import { clearDefault, lockMember, type MemberChange, updateMember } from "./queries.ts";
import { agreementFor } from "./rights.ts";

interface ChangedMember {
  rights?: ManagerRight[] | undefined;
  note?: string | undefined;
  isDefault?: boolean | undefined;
  publishAgreement?: string | undefined;
  approvalRequired?: boolean | undefined;
}

/**
 * Changes what is given of a member of the actor's team, and returns the member. Withdrawing the right to publish removes the
 * agreement. Fails with `member_not_found`, `rights_of_managers`, `approval_of_reviewers`, `default_editor` and `publish_agreement`.
 */
export async function changeMember(
  ctx: Context,
  personId: number,
  changed: ChangedMember,
): Promise<TeamMember> {
  const { publishAgreement, note, isDefault } = changed;
  const membership = { creatorId: currentActor(ctx).id, personId };
  const member = await lockMember(ctx.tx, membership);
  if (!member) throw teamError("member_not_found");
  const rights = [...new Set(changed.rights ?? member.rights)];
  if (member.kind !== "manager" && rights.length > 0) throw teamError("rights_of_managers");
  if (isDefault && member.kind !== "editor") throw teamError("default_editor");
  const reviews = rights.includes("review");
  if (changed.approvalRequired && !reviews) throw teamError("approval_of_reviewers");
  const approvalRequired = reviews ? changed.approvalRequired : false;
  const change: MemberChange = { rights, approvalRequired, note, isDefault };
  if (rights.includes("publish") !== member.rights.includes("publish")) {
    Object.assign(change, agreementFor(ctx, { rights, agreed: publishAgreement }));
  }
  if (isDefault) await clearDefault(ctx.tx, membership.creatorId);
  const after = (await updateMember(ctx.tx, membership, change)) ?? member;
  notifyOfMember(ctx, membership);
  return after;
}

/** Removes a member from a creator's team, for the creator or the member. Fails with `member_not_found`. */
export async function endMembership(
  ctx: Context,
  membership: { creatorId: number; personId: number },
): Promise<void> {
  if (!(await removeMember(ctx, membership))) throw teamError("member_not_found");
}
