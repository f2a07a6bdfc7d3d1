import type { Context } from "#core/server/context.ts";

import { teamError } from "../contract.ts";
import { publishAgreementText } from "../rules.ts";

/**
 * The agreement to store with the right to publish; none without it. Fails with `publish_agreement` unless the creator has
 * agreed to the current text.
 */
export function agreementFor(
  ctx: Context,
  { mayPublish, agreed }: { mayPublish: boolean; agreed: string | undefined },
): { publishAgreement: string | null; publishAgreementAt: Date | null } {
  if (!mayPublish) return { publishAgreement: null, publishAgreementAt: null };
  if (agreed !== publishAgreementText) throw teamError("publish_agreement");
  return { publishAgreement: agreed, publishAgreementAt: ctx.now };
}
