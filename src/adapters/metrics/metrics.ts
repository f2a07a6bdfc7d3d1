/** Figures of this process for a monitoring system. Recording one costs about a microsecond. */
export interface Metrics {
  /** A request that was answered. `route` is the pattern of its path. */
  request: (request: { method: string; route: string; status: number; seconds: number }) => void;
  /** Bytes of a video that a browser has sent. */
  uploaded: (bytes: number) => void;
  /** A conversion or drawing by ffmpeg that took `seconds`, of a video with a length of `videoSeconds`. */
  prepared: (step: string, run: { seconds: number; videoSeconds: number }) => void;
  /** A call of a platform; `outcome` is `ok`, or the kind of the error. */
  called: (destination: string, call: { operation: string; outcome: string }) => void;
  /** Bytes of a video that a platform has accepted. */
  delivered: (destination: string, bytes: number) => void;
  /** Reads figures when they are collected. */
  collect: (read: () => Promise<CollectedFigures>) => void;
  /** All figures in the text format of Prometheus. */
  text: () => Promise<{ type: string; content: string }>;
}

/** Figures that are read when they are collected. */
export interface CollectedFigures {
  sockets: number;
  pool: { total: number; idle: number; waiting: number };
  /** Unfinished uploads. */
  uploads: number;
  queues: readonly {
    name: string;
    waiting: number;
    running: number;
    failed: number;
    /** Seconds since the oldest due job became due; 0 without one. */
    oldestSeconds: number;
  }[];
}
