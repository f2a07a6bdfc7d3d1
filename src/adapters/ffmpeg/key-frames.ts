export interface KeyFrames {
  /** Every frame is a key frame. */
  keyFramesOnly: boolean;
  /** Longest time from a key frame to the next one or to the last frame. */
  keyFrameSeconds: number;
}

/** Describes key frames by their times and those of all frames, in seconds; `times` is ascending. */
export function describeKeyFrames(keys: ArrayLike<number>, times: Float64Array): KeyFrames {
  const ascending = Float64Array.from(keys).sort();
  const last = times.at(-1) ?? 0;
  let keyFrameSeconds = 0;
  for (const [n, key] of ascending.entries()) {
    keyFrameSeconds = Math.max(keyFrameSeconds, (ascending[n + 1] ?? last) - key);
  }
  return { keyFramesOnly: ascending.length >= times.length, keyFrameSeconds };
}
