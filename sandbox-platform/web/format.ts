import { html, type Html } from "./html.ts";

const whole = new Intl.NumberFormat("en");
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** An integer with thousands separators. */
export const formatCount = (value: number) => whole.format(value);

/** The exact size in bytes. */
export const formatBytes = (bytes: number) => `${formatCount(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;

/** A readable form of an ISO time, in UTC. */
export function formatTime(iso: string): Html {
  return html`<time datetime="${iso}">${moment.format(new Date(iso))} UTC</time>`;
}
