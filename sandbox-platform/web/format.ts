import { html, type Html } from "./html.ts";

const whole = new Intl.NumberFormat("en");
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** A whole number with its thousands set apart. */
export const formatCount = (value: number) => whole.format(value);

/** A size in bytes, exact. */
export const formatBytes = (bytes: number) => `${formatCount(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;

/** An ISO time as a person reads it, in UTC. */
export function formatTime(iso: string): Html {
  return html`<time datetime="${iso}">${moment.format(new Date(iso))} UTC</time>`;
}
