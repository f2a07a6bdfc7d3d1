/** Joins the class names that are set; `false`, `null` and `undefined` drop out. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
