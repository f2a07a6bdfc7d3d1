import type { ReadContext } from "#core/server/context.ts";

/**
 * Keys of the limits of emails that are sent to one address. They contain a keyed digest of it, so that the counts can
 * outlive the account: deleting it and signing up again doesn't allow more emails.
 */
export function sentEmailKeys({ keyring }: Pick<ReadContext, "keyring">, email: string) {
  const to = keyring.digest("sent-emails", email);
  return {
    code: `code:to:${to}`,
    codeFrom: (network: string) => `code:to:${to} address:${network}`,
    codeOfKnown: `code:known to:${to}`,
    security: `security-email:to:${to}`,
    invitation: `invitation-email:to:${to}`,
    signUpLink: `sign-up-link:to:${to}`,
  };
}

/**
 * Keys of the rate limits that contain an email. An email has no spaces, so each key belongs to exactly one.
 */
export const emailKeys = {
  login: (email: string) => `login:email:${email}`,
  loginFrom: (email: string, address: string) => `login:email:${email} address:${address}`,
  guess: (email: string) => `guess:email:${email}`,
  guessFrom: (email: string, address: string) => `guess:email:${email} address:${address}`,
};
