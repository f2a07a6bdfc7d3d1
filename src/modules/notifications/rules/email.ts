/** Minutes and seconds, such as `2:05`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Longest excerpt of a description in an email, in characters. */
const excerptLength = 600;

/** A description of at most 600 characters, cut between words. */
export function emailExcerpt(description: string): string {
  const characters = [...description.trim()];
  if (characters.length <= excerptLength) return characters.join("");
  const cut = characters.slice(0, excerptLength).join("");
  return `${cut.replace(/\s+\S{0,40}$/, "")} …`;
}
