import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import type { CollectedFigures, Metrics } from "./metrics.ts";

const prefix = "reelay_";

/** Creates the figures of a process with `prom-client`. Names begin with `reelay_`. */
export function createPrometheus(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Every 10 ms, the default, costs half a percent of a core.
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: "Time to answer requests, by endpoint and status",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const uploadBytes = new Counter({
    name: `${prefix}upload_bytes_total`,
    help: "Bytes of videos that browsers have sent",
    registers,
  });
  const preparationSeconds = new Counter({
    name: `${prefix}preparation_seconds_total`,
    help: "Time that ffmpeg has worked, by step",
    labelNames: ["step"] as const,
    registers,
  });
  const preparedSeconds = new Counter({
    name: `${prefix}prepared_video_seconds_total`,
    help: "Length of the videos that ffmpeg has worked on, by step",
    labelNames: ["step"] as const,
    registers,
  });
  const calls = new Counter({
    name: `${prefix}platform_calls_total`,
    help: "Calls of platforms, by destination, operation and outcome",
    labelNames: ["destination", "operation", "outcome"] as const,
    registers,
  });
  const deliveredBytes = new Counter({
    name: `${prefix}delivered_bytes_total`,
    help: "Bytes of videos that platforms have accepted, by destination",
    labelNames: ["destination"] as const,
    registers,
  });
  const collected = createCollected(registers);
  let read: (() => Promise<CollectedFigures>) | null = null;
  // Finding the child of a histogram for its labels costs more than to observe a value.
  const children = new Map<string, { observe: (value: number) => void }>();
  return {
    request: ({ method, route, status, seconds }) => {
      const key = `${method} ${route} ${status}`;
      let child = children.get(key);
      if (!child) children.set(key, (child = requests.labels(method, route, String(status))));
      child.observe(seconds);
    },
    uploaded: (bytes) => uploadBytes.inc(bytes),
    prepared: (step, { seconds, videoSeconds }) => {
      preparationSeconds.inc({ step }, seconds);
      preparedSeconds.inc({ step }, videoSeconds);
    },
    called: (destination, { operation, outcome }) => calls.inc({ destination, operation, outcome }),
    delivered: (destination, bytes) => deliveredBytes.inc({ destination }, bytes),
    collect: (next) => {
      read = next;
    },
    text: async () => {
      if (read) collected.set(await read());
      return { type: registry.contentType, content: await registry.metrics() };
    },
  };
}

function createCollected(registers: Registry[]) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: prefix + name, help, labelNames: [...labelNames], registers });
  const sockets = gauge("sockets", "Realtime connections of this process");
  const connections = gauge("database_connections", "Connections of the pool, by state", ["state"]);
  const waiting = gauge("database_waiting", "Requests that wait for a connection of the pool");
  const uploads = gauge("uploads", "Unfinished uploads of all processes");
  const jobs = gauge("queue_jobs", "Unfinished jobs of all processes, by queue and state", [
    "queue",
    "state",
  ]);
  const oldest = gauge("queue_oldest_seconds", "Seconds since the oldest due job became due, by queue", [
    "queue",
  ]);
  return {
    set: (figures: CollectedFigures) => {
      sockets.set(figures.sockets);
      connections.set({ state: "idle" }, figures.pool.idle);
      connections.set({ state: "busy" }, figures.pool.total - figures.pool.idle);
      waiting.set(figures.pool.waiting);
      uploads.set(figures.uploads);
      for (const queue of figures.queues) {
        for (const state of ["waiting", "running", "failed"] as const) {
          jobs.set({ queue: queue.name, state }, queue[state]);
        }
        oldest.set({ queue: queue.name }, queue.oldestSeconds);
      }
    },
  };
}
