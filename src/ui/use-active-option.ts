import { type KeyboardEvent, useState } from "react";

import type { Option } from "./option-list.tsx";

/**
 * The active option of a list: the first one of every new list, then the one that the arrow keys or the pointer moved
 * to. `onKeyDown` returns true if it handled an arrow key.
 */
export function useActiveOption(options: readonly Option[]) {
  const list = options.map(({ value }) => value).join("\n");
  const [position, setPosition] = useState({ list, index: 0 });
  const active = position.list === list ? position.index : 0;
  const activate = (index: number) => setPosition({ list, index });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return false;
    event.preventDefault();
    activate((active + step + options.length) % Math.max(1, options.length));
    return true;
  };
  return { active, activate, onKeyDown };
}
