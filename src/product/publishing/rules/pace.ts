const mebibyte = 1024 * 1024;

/** Every piece but the last is a multiple of this many bytes (platform reference 2.1). */
export const pieceUnit = 256 * 1024;
/** Pieces of fast lines, in bytes: measured, larger ones gain nothing. */
export const largestPiece = 64 * mebibyte;
/** Pieces of slow or broken lines, in bytes. */
export const smallestPiece = 8 * mebibyte;

const aimMilliseconds = 20_000;

/** The next piece's size in bytes after one that took `milliseconds`: about 20 s each, so that little is ever lost. */
export function nextPiece(sent: { bytes: number; milliseconds: number }): number {
  const fitting = (sent.bytes / Math.max(sent.milliseconds, 1)) * aimMilliseconds;
  return clampPiece(fitting);
}

/** The next piece's size in bytes after one that failed. */
export function pieceAfterFailure(piece: number): number {
  return clampPiece(piece / 2);
}

function clampPiece(bytes: number): number {
  const clamped = Math.min(largestPiece, Math.max(smallestPiece, bytes));
  return Math.floor(clamped / pieceUnit) * pieceUnit;
}

/** How patiently a failing platform is asked again. */
export interface Patience {
  /** Tries without any progress before a person has to see to it. */
  tries: number;
  /** One second of waiting, in milliseconds; tests make it short. */
  second: number;
}
export const usualPatience: Patience = { tries: 14, second: 1000 };

const longestBackoffSeconds = 120;
/** Whoever asks us to wait longer than this is answered by a person. */
const longestWaitSeconds = 600;

/**
 * Seconds to wait after the `failures`-th failure in a row, at least what the platform asked for; null when it is time
 * to give up. `random` is from 0 to 1 and spreads the tries of many deliveries.
 */
export function backoffSeconds(
  failure: { failures: number; askedSeconds: number | undefined; random: number },
  patience: Patience,
): number | null {
  const { failures, askedSeconds = 0, random } = failure;
  if (failures >= patience.tries || askedSeconds > longestWaitSeconds) return null;
  const grown = Math.min(2 ** (failures - 1), longestBackoffSeconds);
  return Math.max(askedSeconds, grown * (0.5 + random / 2));
}
