import { AdapterError } from "#core/adapter-error.ts";

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

/** Known parts of an unsuccessful response. */
interface Refusal {
  /** The error code of S3; responses to HEAD have none. */
  name: string;
  status: number | undefined;
  retryAfter?: string | undefined;
}

export function refusalError(
  platform: string,
  { name, status, retryAfter }: Refusal,
  cause?: unknown,
): AdapterError {
  const code = codeOfName.get(name) ?? codeOfStatus(status);
  const wait = retryAfterSeconds(retryAfter, new Date());
  return platformError(code, platform, { detail: name, retryAfterSeconds: wait, cause });
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

/** The result of a call; null if the object or the upload does not exist. */
export async function orMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const missing = error instanceof AdapterError && ["video_not_found", "session_gone"].includes(error.code);
    if (missing) return null;
    throw error;
  }
}
