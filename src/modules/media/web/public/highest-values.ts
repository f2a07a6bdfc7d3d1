/** The highest value of each section, of at most `maxSections` of about equal length; a section without values has -Infinity. */
export function highestValues(values: readonly number[], maxSections: number): number[] {
  const count = Math.max(1, Math.min(maxSections, values.length));
  const begin = (section: number) => Math.floor((section * values.length) / count);
  return Array.from({ length: count }, (_, at) => Math.max(...values.slice(begin(at), begin(at + 1))));
}
