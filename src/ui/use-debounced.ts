import { useEffect, useState } from "react";

/** A text as it was `delay` milliseconds ago; an empty one at once. */
export function useDebounced(text: string, delay: number): string {
  const [debounced, setDebounced] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text === "" ? 0 : delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return debounced;
}
