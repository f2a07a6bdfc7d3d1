/** Whether the name is an IANA time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
}

/** The moment at which clocks in the time zone show `local`, a date and time without an offset: `2026-11-24T23:59:00`. */
export function momentInTimeZone(timeZone: string, local: string): Date {
  const asUtc = new Date(`${local}Z`).getTime();
  // The second step corrects the offset if it changes between the first guess and the result.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone));
}

/** The date that clocks in the time zone show: `2026-11-24`. */
export function dateInTimeZone(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
}

/** Milliseconds by which clocks in the time zone are ahead of UTC; NaN for an invalid moment. */
function offsetAt(moment: number, timeZone: string): number {
  if (Number.isNaN(moment)) return Number.NaN;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }).formatToParts(
    moment,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  const milliseconds = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -milliseconds : milliseconds;
}
