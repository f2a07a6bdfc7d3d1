import { readFileSync } from "node:fs";
import { join } from "node:path";

import Fastify from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createPrometheus } from "#adapters/metrics/prometheus.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Platforms } from "#modules/publishing/server/dependencies.ts";
import { startApp, type TestApp } from "#testing/start-app.ts";

import { createHealthServer } from "../health-server.ts";
import { createCollection } from "./collect.ts";
import { measurePlatforms, measureRequests, measureStorage, measureTools } from "./measure.ts";

const deploy = join(import.meta.dirname, "../../../../deploy");
const log = pino({ level: "silent" });

describe("the metrics", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(async () => app?.stop());

  const inspected = () => app.dependencies.jobInspection;
  const pool = { totalCount: 5, idleCount: 3, waitingCount: 1 };

  async function scrape(metrics: ReturnType<typeof createPrometheus>) {
    const server = createHealthServer(
      async () => ({ database: true, store: true, jobs: true }),
      metrics,
      log,
    );
    const { body, headers } = await server.inject({ url: "/metrics" });
    await server.close();
    return { body, type: String(headers["content-type"]) };
  }

  it("export every name that the dashboard and the alert rules use", async () => {
    const { body, type } = await scrape(createPrometheus());
    expect(type).toContain("text/plain");
    const exported = new Set(
      [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", kind]) =>
        kind === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const used = ["grafana-dashboard.json", "prometheus-alerts.yaml"].map(
      (file) => readFileSync(join(deploy, file), "utf8").match(/\breelay_\w+/g) ?? [],
    );
    for (const names of used) {
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !exported.has(name))).toEqual([]);
    }
  });

  it("count requests by the pattern of their route", async () => {
    const metrics = createPrometheus();
    const server = Fastify();
    measureRequests(server, metrics);
    server.get("/task/:id", async () => "");
    await server.inject({ url: "/task/1" });
    await server.inject({ url: "/task/2" });
    await server.inject({ url: "/nothing" });
    await server.close();
    const { body } = await scrape(metrics);
    expect(body).toContain(
      'reelay_http_request_seconds_count{method="GET",route="/task/:id",status="200"} 2',
    );
    expect(body).toContain('route="unknown",status="404"} 1');
  });

  it("read sockets, pool, uploads and queues when they are collected", async () => {
    const metrics = createPrometheus();
    const { rows } = await app.db.execute(
      "select count(*)::int as uploads from videos where state = 'receiving'",
    );
    const query = async () => ({ rows });
    const parts = {
      pool: { ...pool, query },
      realtime: { connections: () => 7 },
      jobInspection: inspected(),
    };
    metrics.collect(createCollection(parts));
    const { body } = await scrape(metrics);
    expect(body).toContain("reelay_sockets 7");
    expect(body).toContain('reelay_database_connections{state="busy"} 2');
    expect(body).toContain("reelay_database_waiting 1");
    expect(body).toContain("reelay_uploads 0");
  });

  it("count received bytes, the work of ffmpeg, and calls of platforms with their outcome", async () => {
    const metrics = createPrometheus();
    const append = async () => ({ received: 1500, complete: true });
    const storage = measureStorage(
      { ...app.storage, resumable: { ...app.storage.resumable, append } },
      metrics,
    );
    await storage.resumable.append("videos/a", 500, process.stdin);
    const order = { facts: { durationSeconds: 60 } } as Parameters<
      typeof app.dependencies.tools.makeStills
    >[0];
    const tools = measureTools({ ...app.dependencies.tools, makeStills: async () => ({}) as never }, metrics);
    await tools.makeStills(order);
    const busy = new AdapterError({ kind: "retry", code: "busy", message: "Busy." });
    const connected = {
      sendChunk: async () => ({ received: 100 }),
      channel: async () => Promise.reject(busy),
      watchUrl: () => null,
    };
    const platform = { name: "YouTube", connect: () => connected, close: async () => undefined };
    const platforms = measurePlatforms({ youtube: platform } as unknown as Platforms, metrics);
    const youtube = platforms.youtube.connect(null);
    await youtube.sendChunk("access", { start: 0, end: 100 } as never);
    await expect(youtube.channel("access")).rejects.toBe(busy);
    expect(youtube.watchUrl("video")).toBeNull();
    const { body } = await scrape(metrics);
    expect(body).toContain("reelay_upload_bytes_total 1000");
    expect(body).toContain('reelay_prepared_video_seconds_total{step="stills"} 60');
    expect(body).toContain('reelay_delivered_bytes_total{destination="youtube"} 100');
    expect(body).toContain('{destination="youtube",operation="sendChunk",outcome="ok"} 1');
    expect(body).toContain('{destination="youtube",operation="channel",outcome="retry"} 1');
  });
});
