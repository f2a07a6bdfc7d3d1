import { conversationParameter, taskParameter, versionParameter } from "#core/paths.ts";

/** Parameters that name what a screen shows. Without the version, the preview shows the newest. */
const required = [taskParameter, conversationParameter];
const narrowing = [versionParameter];

/**
 * Whether the place that a notification links to is the one at `visited`: the same screen of the same task, conversation and
 * version. Both are paths inside the app, with their queries.
 */
export function isAtPlace(linked: string, visited: string): boolean {
  const [link, visit] = [placeOf(linked), placeOf(visited)];
  return (
    link.screen === visit.screen &&
    required.every((name) => link.query.get(name) === visit.query.get(name)) &&
    narrowing.every((name) => {
      const [wanted, shown] = [link.query.get(name), visit.query.get(name)];
      return wanted === undefined || shown === undefined || wanted === shown;
    })
  );
}

function placeOf(path: string): { screen: string; query: ReadonlyMap<string, string> } {
  const [withoutHash = ""] = path.split("#");
  const [screen = "", query = ""] = withoutHash.split("?");
  const parameters = query.split("&").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return [name, decoded(value)] as const;
  });
  return { screen: decoded(screen), query: new Map(parameters) };
}

/** Routers and browsers escape different characters. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
