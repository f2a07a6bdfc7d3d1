/** How to reach the people who run this server; what is not configured is null or missing. */
export interface Contact {
  email: string | null;
  phone: string | null;
  address: string | null;
  /** Pages elsewhere, in the order in which they are shown; addresses are https. */
  social: { name: string; url: string }[];
}

export const noContact: Contact = { email: null, phone: null, address: null, social: [] };

/** Below `/api/v1`, for the contract and for the footer, which asks without loading the contract's schemas. */
export const contactPath = "/site/contact";

/** How the counter of the landing page runs (specification, section 9): percent a second, up to 100. */
const percentPerSecond = 30;

/** The counter's percentage after so many seconds. */
export function countedPercent(seconds: number): number {
  return Math.min(100, Math.floor(Math.max(0, seconds) * percentPerSecond));
}
