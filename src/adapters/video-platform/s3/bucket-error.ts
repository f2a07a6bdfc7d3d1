import { S3ServiceException } from "@aws-sdk/client-s3";
import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { PrivateAddressError } from "#core/server/public-address.ts";

import { platformError, type PlatformErrorCode } from "../platform-error.ts";
import { retryAfterSeconds } from "../retry-after.ts";

/** The error codes of S3, and those of stores with its API. */
const codeOfName = new Map<string, PlatformErrorCode>([
  ["InvalidAccessKeyId", "access_expired"],
  ["SignatureDoesNotMatch", "access_expired"],
  ["ExpiredToken", "access_expired"],
  ["InvalidToken", "access_expired"],
  ["AccessDenied", "bucket_forbidden"],
  ["AllAccessDisabled", "account_unusable"],
  ["AccountProblem", "account_unusable"],
  ["NoSuchBucket", "bucket_not_found"],
  ["PermanentRedirect", "wrong_region"],
  ["AuthorizationHeaderMalformed", "wrong_region"],
  ["IllegalLocationConstraintException", "wrong_region"],
  ["QuotaExceeded", "storage_full"],
  ["InsufficientStorage", "storage_full"],
  ["XMinioStorageFull", "storage_full"],
  ["EntityTooLarge", "file_size"],
  ["NotImplemented", "refused"],
  ["NoSuchUpload", "session_gone"],
  ["InvalidPart", "range_refused"],
  ["InvalidPartOrder", "range_refused"],
  ["SlowDown", "rate_limited"],
  ["TooManyRequests", "rate_limited"],
  ["RequestTimeout", "unavailable"],
  ["RequestTimeTooSkewed", "unavailable"],
]);

function codeOfStatus(status: number | undefined): PlatformErrorCode {
  if (status === undefined) return "unreachable";
  if (status === 401) return "access_expired";
  if (status === 403) return "bucket_forbidden";
  if (status === 404) return "video_not_found";
  if (status === 301 || status === 307) return "wrong_region";
  if (status === 429) return "rate_limited";
  if (status === 507) return "storage_full";
  return status >= 500 || status === 408 ? "unavailable" : "refused";
}

/** What is known of an unsuccessful response. */
interface Refusal {
  /** The error code of S3; responses to HEAD have none. */
  name: string;
  status: number | undefined;
  retryAfter?: string | undefined;
}

function refusalError(
  platform: string,
  { name, status, retryAfter }: Refusal,
  cause?: unknown,
): AdapterError {
  const code = codeOfName.get(name) ?? codeOfStatus(status);
  const wait = retryAfterSeconds(retryAfter, new Date());
  return platformError(code, platform, { detail: name, retryAfterSeconds: wait, cause });
}

/** The status of a response that is not in the format of S3, which the library attaches to its error. */
function statusOf(error: unknown): number | undefined {
  return answered.safeParse(error).data?.$response.statusCode;
}

const answered = z.object({ $response: z.object({ statusCode: z.number() }) });

/** The platform's error of a failed call to the store. */
export function bucketError(platform: string, error: unknown): AdapterError {
  if (error instanceof PrivateAddressError) return platformError("address_refused", platform);
  if (!(error instanceof S3ServiceException)) {
    const status = statusOf(error);
    if (status === undefined) return platformError("unreachable", platform, { cause: error });
    return refusalError(platform, { name: "", status }, error);
  }
  const { httpStatusCode: status } = error.$metadata;
  const retryAfter = error.$response?.headers["retry-after"];
  return refusalError(platform, { name: error.name, status, retryAfter }, error);
}

const errorCode = /<Code>(\w{1,80})<\/Code>/;

/** The error of a part that was refused, from the XML of the response. */
export function partError(
  platform: string,
  response: { status: number; body: string; retryAfter: string | undefined },
): AdapterError {
  const { status, body, retryAfter } = response;
  const name = errorCode.exec(body)?.[1] ?? "";
  return refusalError(platform, { name: name || (status === 404 ? "NoSuchUpload" : ""), status, retryAfter });
}

/** Whether the object or the upload does not exist. */
export function isMissing(error: unknown): boolean {
  const codes = ["video_not_found", "session_gone"];
  return error instanceof AdapterError && codes.includes(error.code);
}
