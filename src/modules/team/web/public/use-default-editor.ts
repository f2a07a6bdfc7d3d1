import { useQuery } from "@tanstack/react-query";

import type { PersonCard } from "#modules/people/contract/people.ts";

import { teamQuery } from "../queries.ts";

/** The default editor of the creator's team; null without one, while they are suspended, and until it is loaded. Sends no request unless `enabled`. */
export function useDefaultEditor(enabled: boolean): PersonCard | null {
  const { data } = useQuery({ ...teamQuery, enabled });
  const person = enabled ? data?.members.find(({ isDefault }) => isDefault)?.person : undefined;
  return person && !person.suspended ? person : null;
}
