const measuredMilliseconds = 5000;

/** Measures bytes a second as an average of the last seconds. */
export function speedometer() {
  let samples: { at: number; bytes: number }[] = [];
  return {
    add: (bytes: number): number => {
      const now = performance.now();
      samples = [...samples.filter(({ at }) => now - at < measuredMilliseconds), { at: now, bytes }];
      const first = samples[0];
      const seconds = first ? (now - first.at) / 1000 : 0;
      return first && seconds > 0 ? Math.max(0, (bytes - first.bytes) / seconds) : 0;
    },
    reset: () => {
      samples = [];
    },
  };
}
