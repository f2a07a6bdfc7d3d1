/** Milliseconds; an older marker is as correct, but clients load more again. */
const maxAge = 200;

/**
 * The change marker for responses, read at most every 200 ms. 0 while the database can't be read: then the client loads
 * everything again. Data that is read after the result is not older than the marker.
 */
export function createMarkerCache(
  read: () => Promise<number>,
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let latest = { at: Number.NEGATIVE_INFINITY, marker: Promise.resolve(0) };
  return () => {
    if (now() - latest.at > maxAge) latest = { at: now(), marker: read().catch(() => 0) };
    return latest.marker;
  };
}
