import { z } from "zod";

/** The unsaved changes of forms in the local storage, by the keys of `keyOfDraft`. Chosen files are not stored. */
export interface FormDrafts<Changes extends object> {
  /** The stored changes, or null if there are none. */
  read: (key: string) => Changes | null;
  /** Stores the changes, or deletes them if they are empty. */
  write: (key: string, changes: Changes) => void;
}

/** Drafts below a key of the local storage, whose changes have all properties optional. */
export function formDrafts<Changes extends object>(
  storageKey: string,
  changes: z.ZodType<Changes>,
): FormDrafts<Changes> {
  const stored = z.record(z.string(), changes);
  const readAll = (): Record<string, Changes> => {
    try {
      return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? "{}"));
    } catch {
      return {};
    }
  };
  return {
    read: (key) => readAll()[key] ?? null,
    write: (key, unsaved) => {
      const { [key]: _, ...others } = readAll();
      const drafts = Object.keys(unsaved).length === 0 ? others : { ...others, [key]: unsaved };
      try {
        if (Object.keys(drafts).length === 0) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, JSON.stringify(drafts));
      } catch {
        // Full or blocked storage: the changes are only on screen.
      }
    },
  };
}

/** The key of a user's draft in a form, such as the id of a task. */
export function keyOfDraft(userId: number, form: number | string): string {
  return `${userId}/${form}`;
}

/** The values of a form that differ from the saved ones. */
export function changedValues<Values extends object>(saved: Values, values: Values): Partial<Values> {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(saved[name as keyof Values]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed) as Partial<Values>;
}
