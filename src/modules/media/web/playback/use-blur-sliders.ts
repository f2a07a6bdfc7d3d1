import { type RefObject, useEffect } from "react";

/** Removes the focus from a slider after pointer use, so that the arrow keys step by frames again. */
export function useBlurSliders(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const section = root.current;
    const blur = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === "range") target.blur();
    };
    section?.addEventListener("pointerup", blur);
    return () => section?.removeEventListener("pointerup", blur);
  }, [root]);
}
