/**
 * The key of a shortcut, in lower case. On layouts without Latin letters, such as Russian or Greek, the Latin letter at the
 * key's position; on all others, such as AZERTY and Dvorak, what the key writes.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const isOtherScript = /[^\p{ASCII}\p{Script=Latin}]/u.test(key);
  const letter = isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
