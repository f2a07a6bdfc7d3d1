/** Of 16 bits, at −60 dBFS: a quieter sample is silent. */
export const audible = 32_768 / 1000;

/** Positions of samples of one channel; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

/** Samples of all channels, interleaved. */
export interface Block {
  samples: Int16Array;
  /** Index of the block's first sample in `samples`, and its length in samples of one channel. */
  at: number;
  length: number;
  /** Position of the first sample in the sound. */
  position: number;
  channels: number;
}
