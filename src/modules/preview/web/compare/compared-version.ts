import { compareParameter } from "#core/paths.ts";

/** The number of the version that the URL asks to compare with; null without one. */
export function comparedVersion(search: URLSearchParams): number | null {
  const text = search.get(compareParameter) ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
