import { settingsPath } from "#core/paths.ts";

/** The query parameter of the settings page that names a destination, and the path with it. */
export const linkedDestination = "destination";

export function destinationPath(destinationId: string): string {
  return `${settingsPath("YOUTUBER")}?${linkedDestination}=${destinationId}`;
}
