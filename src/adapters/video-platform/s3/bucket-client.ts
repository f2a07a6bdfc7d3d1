import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";

import { S3, S3ServiceException, UploadPartCommand, type UploadPartCommandInput } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { z } from "zod";

import type { AdapterError } from "#core/adapter-error.ts";
import { lookupPublic, PrivateAddressError } from "#core/server/public-address.ts";

import type { HttpClient, PlatformLog, Timeouts, Operation } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { FileStore } from "../stored-videos.ts";
import { type AddressRules, createGuardedAgents, isTrusted } from "../typed-address.ts";
import { refusalError } from "./bucket-error.ts";
import { createBucketFiles } from "./bucket-files.ts";
import { bucketName, type BucketSettings, parseKeys } from "./settings.ts";

/** Calls one bucket with one pair of keys. */
export interface BucketCalls {
  s3: S3;
  /** Sends the bytes of parts, to signed URLs. */
  http: HttpClient;
  settings: BucketSettings;
  /** Its name in messages to users. */
  name: string;
  /** Rejects with the platform's error, which is logged. */
  call: <T>(operation: Operation, output: Promise<T>) => Promise<T>;
}

/** A bucket with its objects as files. */
export interface BucketClient extends BucketCalls, FileStore {
  /** A signed URL that receives the bytes of a part. */
  partUrl: (part: UploadPartCommandInput) => Promise<URL>;
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
    clientFor: (settings: BucketSettings, token: string): BucketClient => {
      const url = new URL(settings.origin);
      const name = bucketName(settings);
      const s3 = new S3({
        region: settings.region,
        endpoint: settings.origin,
        credentials: parseKeys(token),
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
          const mappedError = bucketError(name, error);
          const reason = error instanceof Error ? error.name : "unknown";
          log.debug({ operation, code: mappedError.code, reason }, "The bucket refused the request");
          throw mappedError;
        }
      };
      const calls = { s3, http, settings, name, call };
      const partUrl: BucketClient["partUrl"] = async (part) =>
        new URL(await getSignedUrl(s3, new UploadPartCommand(part)));
      return { ...calls, ...createBucketFiles(calls), partUrl };
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

/** The status of a response that is not in the format of S3, which the library attaches to its error. */
function errorStatus(error: unknown): number | undefined {
  return answered.safeParse(error).data?.$response.statusCode;
}

const answered = z.object({ $response: z.object({ statusCode: z.number() }) });

/** The platform's error of a failed call to the store. */
function bucketError(platform: string, error: unknown): AdapterError {
  if (error instanceof PrivateAddressError) return platformError("address_refused", platform);
  if (!(error instanceof S3ServiceException)) {
    const status = errorStatus(error);
    if (status === undefined) return platformError("unreachable", platform, { cause: error });
    return refusalError(platform, { name: "", status }, error);
  }
  const { httpStatusCode: status } = error.$metadata;
  const retryAfter = error.$response?.headers["retry-after"];
  return refusalError(platform, { name: error.name, status, retryAfter }, error);
}
