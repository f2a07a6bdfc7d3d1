import { useEffect, useState } from "react";

/** Pixels; larger than the sections' scroll margin. */
const topOffset = 96;

/** The id of the section at the top of the window. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const joined = ids.join(" ");
  useEffect(() => {
    const all = joined.split(" ");
    const update = () => {
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = all.filter((id) => {
        const section = document.getElementById(id);
        return section !== null && section.getBoundingClientRect().top <= topOffset;
      });
      setCurrent(atEnd ? all.at(-1) : (passed.at(-1) ?? all[0]));
    };
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [joined]);
  return current;
}
