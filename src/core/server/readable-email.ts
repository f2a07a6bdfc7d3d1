import { domainToUnicode } from "node:url";

/** An email as its owner reads it: a domain in ASCII (punycode) in its own script. */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  return email.slice(0, at) + (domainToUnicode(domain) || domain);
}
