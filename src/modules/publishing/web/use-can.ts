import { createContext, use, useEffect } from "react";

import type { TaskAbility } from "#core/permission.ts";

type Abilities = readonly TaskAbility[];

/** The user's abilities in the task of the page, null until they are known, and how the task's panel sets them. */
export const AbilitiesContext = createContext<[Abilities | null, (abilities: Abilities) => void]>([
  null,
  () => undefined,
]);

/** Whether the user has an ability in the task of the page; true until that is known. */
export function useCan(ability: TaskAbility): boolean {
  const [abilities] = use(AbilitiesContext);
  return abilities?.includes(ability) ?? true;
}

/** Makes the abilities known to the page once the task is loaded. */
export function useKnownAbilities(abilities: Abilities | undefined): void {
  const [, set] = use(AbilitiesContext);
  useEffect(() => {
    if (abilities) set(abilities);
  }, [abilities, set]);
}
