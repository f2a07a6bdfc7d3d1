const entities: Record<string, string> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
};

/**
 * Moves the style attributes of pages into a style sheet, because the content security policy allows no inline styles.
 * Elements with the same style share a rule. In the browser, React sets the properties that change on the element, where
 * they have priority over the rule.
 */
export function moveStyles<Path>(pages: ReadonlyMap<Path, string>): {
  pages: Map<Path, string>;
  css: string;
} {
  const rules = new Map<string, number>();
  const moved = new Map<Path, string>();
  for (const [path, html] of pages) {
    const content = html.replaceAll(/ style="([^"]*)"/g, (_attribute, encoded: string) => {
      const style = encoded.replaceAll(/&(?:quot|#x27|amp|lt|gt);/g, (entity) => entities[entity] ?? "");
      const number = rules.get(style) ?? rules.size;
      rules.set(style, number);
      return ` data-style="${number}"`;
    });
    moved.set(path, content);
  }
  const css = [...rules].map(([style, number]) => `[data-style="${number}"]{${style}}\n`).join("");
  return { pages: moved, css };
}
