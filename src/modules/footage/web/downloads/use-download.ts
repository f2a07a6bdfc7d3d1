import { toast } from "sonner";

import { call, callForFile } from "#core/web/client.ts";
import { saveFile } from "#core/web/save-file.ts";
import { useAction } from "#core/web/use-change.ts";
import {
  type Download,
  footageEndpoints,
  type FootageFile,
  type Selection,
} from "#modules/footage/contract/files.ts";

/** Lets the browser download an address, which shows its progress itself. */
function navigateToDownload(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

export function downloadFile({ url, name }: Pick<FootageFile, "url" | "name">): void {
  if (url !== null) navigateToDownload(`${url}${url.includes("?") ? "&" : "?"}download`, name);
}

export async function createDownload(taskId: number, selection: Selection): Promise<Download> {
  const input = { params: { id: taskId }, body: selection };
  const { data } = await call(footageEndpoints.createDownload, input, {
    fallback: "The download can't be started right now. Try again.",
  });
  return data;
}

/** Tells which selected files are not part of a download. */
export function reportOmitted({ omitted }: Download): void {
  if (omitted === 0) return;
  const subject = omitted === 1 ? "1 file is" : `${omitted.toLocaleString("en")} files are`;
  toast.warning(`${subject} not included`, {
    description: "They are not verified yet, or damaged or missing and have to be sent again.",
  });
}

/** Downloads a selection as one ZIP, or its checksums. */
export function useDownload(taskId: number) {
  const zip = useAction(async (selection: Selection) => {
    const download = await createDownload(taskId, selection);
    navigateToDownload(download.url, download.name);
    reportOmitted(download);
  });
  const checksums = useAction(async (selection: Selection) => {
    const download = await createDownload(taskId, selection);
    const { name, file } = await callForFile(
      footageEndpoints.downloadChecksums,
      { params: { id: taskId, downloadId: download.id } },
      { fallback: "The checksums can't be loaded right now. Try again." },
    );
    saveFile(name, file);
    reportOmitted(download);
  });
  return { zip, checksums };
}
