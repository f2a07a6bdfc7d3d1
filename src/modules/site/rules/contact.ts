/** Contact details of the operator of this server; null or empty where not configured. */
export interface Contact {
  email: string | null;
  phone: string | null;
  address: string | null;
  /** External pages in display order; https URLs. */
  social: { name: string; url: string }[];
}

export const noContact: Contact = { email: null, phone: null, address: null, social: [] };

/** Path below `/api/v1`. Shared with the footer, which does not load the contract's schemas. */
export const contactPath = "/site/contact";

const percentPerSecond = 30;

/** The percentage that the landing page's counter shows after a number of seconds, 0 to 100. */
export function counterPercent(seconds: number): number {
  return Math.min(100, Math.floor(Math.max(0, seconds) * percentPerSecond));
}
