/** The local date of a moment as the value of a date field, such as `2026-11-24`. */
export function localDay(moment: Date): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
}

export function today(): string {
  return localDay(new Date());
}

/** The last minute of a local date as an ISO timestamp; an incomplete date is returned unchanged. */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:00`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** Whether a date of the form has passed, unless it is that of the previous deadline. */
export function isPastDay(day: string, before: string | null, now = today()): boolean {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(day);
  return isDate && day < now && (before === null || localDay(new Date(before)) !== day);
}

/** The deadline for a date of the form: the previous one if its date is unchanged, otherwise the end of the date. */
export function deadlineText(day: string, before: string | null): string {
  return before !== null && localDay(new Date(before)) === day ? before : endOfDay(day);
}
