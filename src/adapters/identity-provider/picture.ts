import { AdapterError, type AdapterErrorKind } from "#core/adapter-error.ts";
import { second } from "#core/time.ts";

import type { IdentityAddresses } from "./addresses.ts";

/** Maximum size of a downloaded picture in bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;
const timeLimit = 15 * second;
/** Edge in pixels that is requested from Google, whose default is 96. */
const edge = 512;

/** Downloads a picture from the provider's own hosts. It follows no redirect. */
export async function downloadPicture(
  { isPicture }: Pick<IdentityAddresses, "isPicture">,
  address: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const url = new URL(address.replace(/=s\d+-c$/, `=s${edge}-c`));
  if (!isPicture(url)) throw failure("permanent", "picture_elsewhere", `${url.origin} is not the provider's`);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      credentials: "omit",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw failure(errorKind(response.status), "picture_refused", `status ${response.status}`);
    }
    return await readPicture(response);
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    throw failure("retry", "picture_unreachable", String(error), error);
  }
}

async function readPicture(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxPictureBytes) throw failure("permanent", "picture_too_large", "it is too large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function errorKind(status: number): AdapterErrorKind {
  return status >= 500 || status === 429 || status === 408 ? "retry" : "permanent";
}

function failure(kind: AdapterErrorKind, code: string, detail: string, cause?: unknown): AdapterError {
  return new AdapterError({ kind, code, message: `The profile picture can't be used: ${detail}`, cause });
}
