import { missingReason } from "#core/web/secure-context.ts";

/** Replaces the button of a form where the browser offers no passkeys. */
export function NoPasskeys() {
  return <p className="text-center text-sm text-soft">{missingReason("passkeys")}</p>;
}
