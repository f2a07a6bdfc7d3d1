import { useEffect, useState } from "react";

/** In pixels; more than the margin that a jump to a section leaves above it. */
const nearTop = 96;

/** The last of these sections whose start has reached the top of the window; the first one before that. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const joined = ids.join(" ");
  useEffect(() => {
    const all = joined.split(" ");
    const find = () => {
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = all.filter((id) => {
        const place = document.getElementById(id);
        return place !== null && place.getBoundingClientRect().top <= nearTop;
      });
      setCurrent(atEnd ? all.at(-1) : (passed.at(-1) ?? all[0]));
    };
    find();
    window.addEventListener("scroll", find, { passive: true });
    return () => window.removeEventListener("scroll", find);
  }, [joined]);
  return current;
}
