import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";

import { S3Client } from "@aws-sdk/client-s3";

import { lookupPublic } from "#core/server/public-address.ts";

import { createGuardedAgents } from "../guarded-agents.ts";
import type { HttpClient, PlatformLog, Timeouts, Operation } from "../http.ts";
import { type AddressRules, isTrusted } from "../typed-address.ts";
import { bucketError } from "./bucket-error.ts";
import { bucketName, type BucketSettings, keysOf } from "./settings.ts";

/** Calls one bucket with one pair of keys. */
export interface BucketClient {
  s3: S3Client;
  /** Sends the bytes of parts, to signed URLs. */
  http: HttpClient;
  settings: BucketSettings;
  /** Its name in messages to users. */
  name: string;
  /** Rejects with the platform's error, which is logged. */
  call: <T>(operation: Operation, output: Promise<T>) => Promise<T>;
}

const connectionTimeout = 10_000;

/** Creates clients of buckets, which share their connections. */
export function createBucketClients(parts: { log: PlatformLog; timeouts: Timeouts; rules: AddressRules }) {
  const { log, timeouts, rules } = parts;
  const { agentFor, close } = createGuardedAgents(rules);
  const trusted = {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
  };
  const guard = { keepAlive: true, lookup: lookupPublic };
  const guarded = { httpAgent: new HttpAgent(guard), httpsAgent: new HttpsAgent(guard) };
  return {
    clientOf: (settings: BucketSettings, token: string): BucketClient => {
      const url = new URL(settings.origin);
      const name = bucketName(settings);
      const s3 = new S3Client({
        region: settings.region,
        endpoint: settings.origin,
        credentials: keysOf(token),
        forcePathStyle: true,
        maxAttempts: 1,
        // Stores other than Amazon's don't support its trailing checksums.
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        expectContinueHeader: false,
        requestHandler: {
          ...(isTrusted(url, rules) ? trusted : guarded),
          connectionTimeout,
          requestTimeout: timeouts.responseSeconds * 1000,
          throwOnRequestTimeout: true,
        },
      });
      const http = { addresses: { name }, log, timeouts, agent: agentFor(url) };
      const call = async <T>(operation: Operation, output: Promise<T>): Promise<T> => {
        try {
          return await output;
        } catch (error) {
          const known = bucketError(name, error);
          const reason = error instanceof Error ? error.name : "unknown";
          log.debug({ operation, code: known.code, reason }, "The bucket refused the request");
          throw known;
        }
      };
      return { s3, http, settings, name, call };
    },
    close: async () => {
      for (const { httpAgent, httpsAgent } of [trusted, guarded]) {
        httpAgent.destroy();
        httpsAgent.destroy();
      }
      await close();
    },
  };
}
