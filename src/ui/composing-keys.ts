/** Key code of a key that an input method handles. */
const processKey = 229;

/**
 * Keeps keys of input methods from all handlers of the page: Enter and Escape that confirm or cancel a composition do nothing
 * else. Safari sends them after `compositionend`, where only the key code tells. Returns a function that ends this.
 */
export function ignoreComposingKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari's `isComposing` is false.
    if (!event.isComposing && event.keyCode !== processKey) return;
    event.stopImmediatePropagation();
    // Safari would close the dialog.
    if (event.key === "Escape") event.preventDefault();
  };
  window.addEventListener("keydown", press, { capture: true });
  return () => window.removeEventListener("keydown", press, { capture: true });
}
