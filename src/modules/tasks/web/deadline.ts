/** The viewer's calendar day of a moment, as a date field wants it: `2026-11-24`. */
export function localDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

export function today(): string {
  return localDay(new Date());
}

/** The last minute of the viewer's day, as a moment; an unfinished entry stays as it is. */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:00`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** The moment that a form's day stands for: the one it had before where that is still the day, whoever's clock set it. */
export function deadlineOf(day: string, before: string | null): string {
  return before !== null && localDay(new Date(before)) === day ? before : endOfDay(day);
}
