/** The number of open comments on a version and those before it: a rejection sends them to the editor. */
export function openCommentsUntil(
  version: number,
  counts: readonly { version: number; open: number }[],
): number {
  return counts.filter((row) => row.version <= version).reduce((sum, row) => sum + row.open, 0);
}

/**
 * The open comments on a version and those before it, how many of them are not marked as done, and the first, if possible one
 * that is not; null without open ones.
 */
export function openRequests(
  version: number,
  counts: readonly { version: number; open: number; notDone: number; firstOpenId: string }[],
): { open: number; notDone: number; first: { version: number; id: string } } | null {
  const rows = counts.filter((row) => row.version <= version);
  const row = rows.find(({ notDone }) => notDone > 0) ?? rows[0];
  if (!row) return null;
  return {
    open: openCommentsUntil(version, rows),
    notDone: rows.reduce((sum, { notDone }) => sum + notDone, 0),
    first: { version: row.version, id: row.firstOpenId },
  };
}
