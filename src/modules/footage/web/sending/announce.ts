import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import {
  type AnnouncedFile,
  type AnnouncedResult,
  footageEndpoints,
} from "#modules/footage/contract/files.ts";

/** Waits between tries in milliseconds; the last one is repeated. */
const retryDelays = [1000, 2000, 5000, 10_000];

interface AnnounceOptions {
  /** Called before each wait for the server or the connection. */
  onWait: () => void;
  isEnded: () => boolean;
}

/**
 * Announces files, again while the server can't be reached or is busy. Throws other errors, of which none of the files is
 * announced. Returns null if the sending ended meanwhile.
 */
export async function announceFiles(
  taskId: number,
  files: AnnouncedFile[],
  { onWait, isEnded }: AnnounceOptions,
): Promise<AnnouncedResult[] | null> {
  for (let tries = 0; !isEnded(); tries += 1) {
    try {
      const { data } = await call(footageEndpoints.beginFiles, { params: { id: taskId }, body: { files } });
      return data;
    } catch (error) {
      if (!(error instanceof AppError) || !isTemporary(error)) throw error;
      onWait();
      const delay = retryDelays[Math.min(tries, retryDelays.length - 1)] ?? 0;
      await new Promise((resolve) =>
        setTimeout(resolve, error.retryAfterSeconds ? error.retryAfterSeconds * 1000 : delay),
      );
    }
  }
  return null;
}

/** No response, a rate limit, or a restart; 507 is a full disk. */
function isTemporary({ status, code }: AppError): boolean {
  if (code === "unreadable_response") return false;
  return status === 0 || status === 429 || (status >= 500 && status !== 507);
}
