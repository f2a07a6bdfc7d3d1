/** Pattern of `like` and `ilike` for texts that contain this text, whose own wildcards stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
