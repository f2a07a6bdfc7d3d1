import type { BreakCause } from "#modules/publishing/contract/destinations.ts";
import { destinationPath } from "#modules/publishing/rules/destinations.ts";

import type { NotificationContent } from "./content.ts";

interface BrokenDestination {
  destinationId: string;
  title: string;
  /** The platform's name. */
  platform: string;
  cause: BreakCause;
  /** Titles of the tasks that are published there. */
  waiting: readonly string[];
}

/** Tasks that are named in one notification. */
const maxNamed = 3;

/** For the creator whose destination has to be connected again. */
export function brokenConnectionNotification(broken: BrokenDestination): NotificationContent {
  const { destinationId, title, platform, cause, waiting } = broken;
  return {
    kind: "connection_broken",
    title: `Connection broken: ${title}`,
    description: [causes[cause].replace("{platform}", platform), waitingText(waiting), "Reconnect it."]
      .filter(Boolean)
      .join(" "),
    path: destinationPath(destinationId),
  };
}

/** The text of the notification once the destination is connected again. */
export function resolvedConnection({ title }: Pick<BrokenDestination, "title">) {
  return { title: `Reconnected: ${title}`, description: "The connection works again. No action needed." };
}

const causes: Record<BreakCause, string> = {
  ended: "The access to {platform} has expired or was revoked.",
  scope_missing: "{platform} no longer gives the permission that publishing needs.",
};

function waitingText(titles: readonly string[]): string {
  if (titles.length === 0) return "No task is waiting for it.";
  const named = titles.slice(0, maxNamed).map((title) => `“${title}”`);
  const more = titles.length - maxNamed;
  return `Waiting for it: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(", ")}.`;
}
