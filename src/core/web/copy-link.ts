import { toast } from "sonner";

import { shownMessage } from "../shown-message.ts";
import { copyText } from "./secure-context.ts";

/** Copies the address of a path of this server, and says so. Call it in a click. */
export async function copyLink(path: string): Promise<void> {
  try {
    await copyText(window.location.origin + path);
    toast.success("Link copied");
  } catch (error) {
    toast.error("The link could not be copied", {
      description: shownMessage(error, "Allow access to the clipboard and try again."),
    });
  }
}
