/** Markup whose text is already escaped. */
export interface Html {
  readonly markup: string;
}

type Value = Html | string | number | false | undefined | readonly Html[];

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

function render(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map((part) => part.markup).join("");
}

/** A template tag that escapes all values except markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const markup = strings.reduce((text, part, index) => text + part + render(values[index]), "");
  return { markup };
}
