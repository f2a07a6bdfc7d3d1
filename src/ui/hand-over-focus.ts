/**
 * A ref for the `main` of a page: if it has the focus when another one takes its place, such as that of the loaded page, the focus
 * is on that one.
 */
export function handOverFocus(main: HTMLElement | null): (() => void) | undefined {
  if (!main) return undefined;
  return () => {
    if (!main.contains(document.activeElement)) return;
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      document.getElementById("content")?.focus({ preventScroll: true });
    });
  };
}
