/** Longest excerpt of a description in an email, in characters. */
const excerptLength = 600;

/** A description of at most 600 characters, cut between words. */
export function emailExcerpt(description: string): string {
  const characters = [...description.trim()];
  if (characters.length <= excerptLength) return characters.join("");
  const cut = characters.slice(0, excerptLength).join("");
  return `${cut.replace(/\s+\S{0,40}$/, "")} …`;
}
