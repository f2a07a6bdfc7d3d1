/** Renewals of a lease after which progress is reported although its percentage is the same: silence means a stopped upload. */
const renewalsOfOneReport = 3;

/** Returns a function that decides at each renewal of a lease whether the stored bytes are reported. */
export function progressReports(): (stored: number, bytes: number) => boolean {
  let reported = { percent: -1, renewals: 0 };
  return (stored, bytes) => {
    const percent = Math.floor((stored / bytes) * 100);
    const renewals = reported.renewals + 1;
    const isDue = percent !== reported.percent || renewals === renewalsOfOneReport;
    reported = isDue ? { percent, renewals: 0 } : { percent, renewals };
    return isDue;
  };
}
