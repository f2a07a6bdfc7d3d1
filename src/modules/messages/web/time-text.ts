/** The time of day, in the viewer's time zone: `10:41 AM`. */
export function timeOfDay(at: Date): string {
  return at.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }).replace("\u202f", " ");
}

/** The time of a message today, the weekday in the last week, else the date: `10:41 AM`, `Fri`, `Nov 18`. */
export function listTime(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return timeOfDay(at);
  const recent = now.getTime() - at.getTime() < 6 * 24 * 3_600_000;
  return at.toLocaleDateString("en-US", recent ? { weekday: "short" } : { month: "short", day: "numeric" });
}

/** The heading of a day: `Today`, `Yesterday`, `Friday, November 20`. */
export function dayText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (at.toDateString() === yesterday.toDateString()) return "Yesterday";
  const year = at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" as const };
  return at.toLocaleDateString("en-US", { weekday: "long", month: "long", day: "numeric", ...year });
}
