import { type Control, useWatch } from "react-hook-form";

import type { PersonCard } from "#modules/people/contract/people.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { TaskFormValues } from "#modules/tasks/contract/task-form.ts";
import { ownChannelRights } from "#modules/tasks/rules/access.ts";

/** A creator for whom the user may create tasks. */
export interface FormChannel extends PersonCard {
  /** The editor whom the form selects first. */
  defaultEditor: PersonCard | null;
}

interface Channel {
  /** The user's own channel first; none for users who manage no other one. */
  options: { value: string; label: string }[];
  /** The id of the creator; empty for the user. */
  value: string;
  /** The creator of the channel unless it is the user. */
  creator: PersonCard | null;
  /** The default editor of that creator; null without one, and for the user. */
  defaultEditor: PersonCard | null;
}

/** The chosen channel of a new task. `channels` are those that the user manages, undefined while they are loading. */
export function useChannel(
  control: Control<TaskFormValues>,
  channels: readonly FormChannel[] | undefined,
): Channel {
  const user = useUser();
  const chosen = useWatch({ control, name: "channel" });
  const managed = (channels ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const hasOwn = user && ownChannelRights[user.role].includes("create tasks");
  const ownChannel = hasOwn ? [{ value: "", label: `${user.name} (you)` }] : [];
  const options = managed.length === 0 ? [] : [...ownChannel, ...managed];
  // A stored draft may name a channel that the user doesn't manage any more.
  const isKnown = channels === undefined || options.some((option) => option.value === chosen);
  const value = isKnown ? chosen : (options[0]?.value ?? "");
  const creator = channels?.find(({ id }) => String(id) === value) ?? null;
  return { options, value, creator, defaultEditor: creator?.defaultEditor ?? null };
}
