import { z } from "zod";

import { breakCauses } from "#modules/publishing/contract/destinations.ts";

import { creators, defineKind } from "./kind.ts";

/** Tasks that are named in one notification. */
const maxNamed = 3;

const causes = {
  ended: "The access to {platform} has expired or was revoked.",
  scope_missing: "{platform} no longer grants the permission that publishing needs.",
};

/** A destination that has to be connected again. `waiting` are the titles of the tasks that are published there. */
export const connectionBroken = defineKind({
  label: "Broken connections",
  roles: creators,
  button: "Reconnect",
  reason: "you publish to this channel with Reelay",
  data: z.object({
    destinationId: z.string(),
    title: z.string(),
    platform: z.string(),
    cause: z.enum(breakCauses),
    waiting: z.array(z.string()),
  }),
  text: ({ title, platform, cause, waiting }) => ({
    title: `Connection broken: ${title}`,
    description: `${causes[cause].replace("{platform}", platform)} ${waitingText(waiting)} Reconnect it.`,
  }),
  link: ({ destinationId }) => ({ screen: "settings", destinationId }),
  ends: { connected: { title: "Reconnected", text: "The connection works again. No action needed." } },
});

function waitingText(titles: readonly string[]): string {
  if (titles.length === 0) return "No task is waiting for it.";
  const named = titles.slice(0, maxNamed).map((title) => `“${title}”`);
  const more = titles.length - maxNamed;
  return `Waiting for it: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(", ")}.`;
}
