import type { FastifyInstance } from "fastify";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { Metrics } from "#adapters/metrics/metrics.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { PublishingPlatform } from "#adapters/video-platform/publishing-platform.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import type { Platforms } from "#modules/publishing/server/dependencies.ts";

/** Counts the requests of an HTTP server by route, so that ids in paths are not told apart. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    const seconds = reply.elapsedTime / 1000;
    metrics.request({ method: request.method, route, status: reply.statusCode, seconds });
    done();
  });
}

/** The same store, with the bytes of its resumable uploads counted. */
export function measureStorage(storage: ObjectStorage, metrics: Metrics): ObjectStorage {
  const { resumable } = storage;
  const append: typeof resumable.append = async (key, offset, source, options) => {
    const appended = await resumable.append(key, offset, source, options);
    metrics.uploaded(appended.received - offset);
    return appended;
  };
  return replaced(storage, { resumable: replaced(resumable, { append }) });
}

/** The same tools, with the time of ffmpeg and the length of the videos counted. */
export function measureTools(tools: VideoTools, metrics: Metrics): VideoTools {
  const timed =
    <Order extends { facts: { durationSeconds: number } }, Result>(
      step: string,
      make: (order: Order) => Promise<Result>,
    ) =>
    async (order: Order): Promise<Result> => {
      const begun = performance.now();
      const result = await make(order);
      const seconds = (performance.now() - begun) / 1000;
      metrics.prepared(step, { seconds, videoSeconds: order.facts.durationSeconds });
      return result;
    };
  return {
    ...tools,
    makeRendition: timed("rendition", tools.makeRendition),
    makeStills: timed("stills", tools.makeStills),
    makeDeferredFiles: timed("deferred_files", tools.makeDeferredFiles),
  };
}

/** The same platforms, with their calls, outcomes and accepted bytes counted. */
export function measurePlatforms(platforms: Platforms, metrics: Metrics): Platforms {
  const kinds = Object.keys(platforms) as DestinationKind[];
  const measured = kinds.map((kind) => {
    const platform = platforms[kind];
    const connect = (settings: string | null) => measureCalls(kind, platform.connect(settings), metrics);
    return [kind, replaced(platform, { connect })] as const;
  });
  return Object.fromEntries(measured) as unknown as Platforms;
}

function measureCalls(
  kind: DestinationKind,
  platform: PublishingPlatform,
  metrics: Metrics,
): PublishingPlatform {
  const counted = new Map<PropertyKey, unknown>();
  return new Proxy(platform, {
    get: (target, operation: keyof PublishingPlatform & string) => {
      const member: unknown = target[operation];
      if (typeof member !== "function") return member;
      const entry = counted.get(operation);
      if (entry) return entry;
      const call = (...input: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, input);
        if (!(result instanceof Promise)) return result;
        return result.then(
          (value: unknown) => {
            metrics.called(kind, { operation, outcome: "ok" });
            if (operation === "sendChunk") metrics.delivered(kind, chunkBytes(input[1]));
            return value;
          },
          (error: unknown) => {
            const outcome = error instanceof AdapterError ? error.kind : "error";
            metrics.called(kind, { operation, outcome });
            throw error;
          },
        );
      };
      counted.set(operation, call);
      return call;
    },
  });
}

function chunkBytes(chunk: unknown): number {
  const { start, end } = chunk as { start: number; end: number };
  return end - start;
}

/** An object like `given` with other members, which works for classes too. */
function replaced<T extends object>(given: T, members: Partial<T>): T {
  return new Proxy(given, {
    get: (target, name) => {
      if (name in members) return members[name as keyof T];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
