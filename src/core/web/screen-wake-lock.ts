import { requestWakeLock } from "./secure-context.ts";

/** Keeps the screen on, as far as the browser can, until the returned function is called. */
export function keepScreenOn(): () => void {
  let isReleased = false;
  let lock: WakeLockSentinel | null = null;
  const acquire = async () => {
    // Browsers release it when the page is hidden.
    if (document.hidden || (lock && !lock.released)) return;
    const acquired = await requestWakeLock();
    if (isReleased) await acquired?.release();
    else lock = acquired;
  };
  const handleVisibility = () => void acquire();
  document.addEventListener("visibilitychange", handleVisibility);
  void acquire();
  return () => {
    isReleased = true;
    document.removeEventListener("visibilitychange", handleVisibility);
    void lock?.release();
  };
}
