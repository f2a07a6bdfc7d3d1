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
