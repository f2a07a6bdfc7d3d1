import type { Context } from "#core/server/context.ts";
import { teamError } from "#modules/team/contract/team.ts";
import { type ManagerRight, publishAgreementText } from "#modules/team/rules/team.ts";

/**
 * The agreement to store with the right to publish; none without it. Fails with `publish_agreement` unless the creator has
 * agreed to the current text.
 */
export function agreementFor(
  ctx: Context,
  { rights, agreed }: { rights: readonly ManagerRight[]; agreed: string | undefined },
): { publishAgreement: string | null; publishAgreementAt: Date | null } {
  if (!rights.includes("publish")) return { publishAgreement: null, publishAgreementAt: null };
  if (agreed !== publishAgreementText) throw teamError("publish_agreement");
  return { publishAgreement: agreed, publishAgreementAt: ctx.now };
}
