/** What the platform says of pieces, in bytes. */
export interface PieceLimits {
  /** The usual piece: the first, the last, and the largest one after a failure. */
  pieceBytes: number;
  /** The largest piece of a fast line. */
  largestPieceBytes: number;
  /** Every piece but the last is a multiple of this. */
  pieceUnit: number;
}

/** Pieces of slow or broken lines, in bytes. */
const smallestPiece = 8 * 1024 * 1024;
const aimMilliseconds = 20_000;

/**
 * The next piece's size in bytes after one that took `milliseconds`: about 20 s each, so that little is ever lost. On a
 * fast line that is a large one; each piece costs it about a tenth of the time of 64 MiB.
 */
export function nextPiece(sent: { bytes: number; milliseconds: number }, limits: PieceLimits): number {
  const aim = (sent.bytes / Math.max(sent.milliseconds, 1)) * aimMilliseconds;
  return inUnits(Math.min(limits.largestPieceBytes, Math.max(smallestPiece, aim)), limits);
}

/** The next piece's size in bytes after one that failed. */
export function pieceAfterFailure(piece: number, limits: PieceLimits): number {
  return inUnits(Math.min(limits.pieceBytes, Math.max(smallestPiece, piece / 2)), limits);
}

/**
 * Where a piece of about `piece` bytes from `start` ends. A file's last piece is no larger than the usual one: the video
 * may exist as soon as it is on its way, and before it the hash has to be known.
 */
export function endOfPiece(at: { start: number; bytes: number; piece: number }, limits: PieceLimits): number {
  const { start, bytes, piece } = at;
  const { pieceBytes, pieceUnit } = limits;
  const beforeLast = Math.ceil((bytes - start - pieceBytes) / pieceUnit) * pieceUnit;
  return Math.min(bytes, start + Math.min(piece, Math.max(pieceBytes, beforeLast)));
}

function inUnits(bytes: number, { pieceUnit }: PieceLimits): number {
  return Math.max(1, Math.floor(bytes / pieceUnit)) * pieceUnit;
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
  failure: { defineErrors: number; askedSeconds: number | undefined; random: number },
  patience: Patience,
): number | null {
  const { defineErrors, askedSeconds = 0, random } = failure;
  if (defineErrors >= patience.tries || askedSeconds > longestWaitSeconds) return null;
  const grown = Math.min(2 ** (defineErrors - 1), longestBackoffSeconds);
  return Math.max(askedSeconds, grown * (0.5 + random / 2));
}
