/** An administrator blocks the permission for the accounts of an organization. `{platform}` stands for the platform's name. */
export const authorizationBlocked =
  "The administrator of this Google account blocks access. Ask them, or use another account.";

export const authorizationFailed = "{platform} refused the login. Connect the channel again.";

const blocking = new Set(["admin_policy_enforced", "org_internal"]);

/** The message for the `error` with which the consent screen of YouTube returns, except for a refusal by the user. */
export function returnErrorMessage(error: string): string {
  return blocking.has(error) ? authorizationBlocked : authorizationFailed.replace("{platform}", "YouTube");
}
