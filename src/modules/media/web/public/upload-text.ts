import { formatBytes, formatSpeed, formatTimeLeft } from "#ui/format.ts";

import type { UploadView } from "./uploads.ts";

/** `412 MB of 1.20 GB`. */
export function amountText({ sentBytes, totalBytes }: UploadView): string {
  return `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
}

/** `12 of 300 files`. */
export function filesText({ done, total }: { done: number; total: number }): string {
  const count = new Intl.NumberFormat("en-US");
  return `${count.format(done)} of ${count.format(total)} ${total === 1 ? "file" : "files"}`;
}

/** Whether an upload can be paused: not before it is opened, and not once all bytes are stored. */
export function mayPause({ phase }: UploadView): boolean {
  return phase !== "opening" && phase !== "finishing";
}

/** Speed and time left, or why nothing is being sent. */
export function speedText({ phase, sentBytes, totalBytes, bytesPerSecond }: UploadView): string {
  if (phase === "opening") return "starting";
  if (phase === "paused") return "paused";
  if (phase === "waiting") return "connection lost, retrying";
  if (phase === "finishing") return "the server is assembling the file";
  if (phase === "elsewhere") return "uploading from another window, waiting";
  if (bytesPerSecond === 0) return "";
  return `${formatSpeed(bytesPerSecond)} · ${formatTimeLeft((totalBytes - sentBytes) / bytesPerSecond)}`;
}
