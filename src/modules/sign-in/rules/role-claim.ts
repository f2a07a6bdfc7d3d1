import type { ChosenRole } from "#modules/people/contract/people.ts";

const names: Record<string, ChosenRole> = {
  youtuber: "YOUTUBER",
  creator: "YOUTUBER",
  "reelay-youtuber": "YOUTUBER",
  "reelay-creator": "YOUTUBER",
  editor: "EDITOR",
  "reelay-editor": "EDITOR",
};

/** The role that the values of a role claim name, in any case; null if they name none or both. */
export function roleIn(values: readonly string[]): ChosenRole | null {
  // Keycloak writes a group as a path, such as `/reelay-editor`.
  const named = new Set(values.flatMap((value) => names[value.toLowerCase().replace(/^\//, "")] ?? []));
  const [role] = named;
  return named.size === 1 && role !== undefined ? role : null;
}
