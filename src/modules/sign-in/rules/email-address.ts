/** The WHATWG parser, which browsers and Node.js share; the libraries of rules have no types of it. */
declare const URL: new (url: string) => { readonly hostname: string };

/** RFC 5321. */
const maxLength = 254;
const maxLocalLength = 64;
/** The characters of RFC 5322 without quotes, and letters of all scripts (RFC 6531). */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]+$/u;
/** Also the full stops of other scripts, which count as dots in domains. */
const domainText = /^[\p{L}\p{M}\p{N}.\u3002\uFF0E\uFF61-]+$/u;
const domainLabel = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * The one spelling by which an email is stored and compared: in lower case, with its domain in ASCII (punycode). Null if it
 * is invalid.
 */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().normalize("NFC");
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at).toLowerCase();
  const domain = domainInAscii(email.slice(at + 1));
  if (at < 1 || domain === null || local.length > maxLocalLength || !localPart.test(local)) return null;
  const normalized = `${local}@${domain}`;
  return normalized.length <= maxLength ? normalized : null;
}

/** A domain of two or more labels in ASCII; null if it is invalid. */
function domainInAscii(domain: string): string | null {
  if (!domainText.test(domain)) return null;
  const labels = parseHostname(domain)?.split(".") ?? [];
  const isDomain = labels.length > 1 && labels.every((label) => domainLabel.test(label));
  // A number at the end is an IPv4 address.
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? "") ? labels.join(".") : null;
}

function parseHostname(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}
