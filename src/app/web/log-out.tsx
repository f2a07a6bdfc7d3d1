import { type ReactNode, useState } from "react";

import { type RunningUpload, sentPercent, useUploads } from "#modules/media/web/public/uploads.ts";
import { LogOutDialog } from "#modules/sign-in/web/public/log-out-dialog.tsx";
import { formatPercent } from "#ui/format.ts";

interface LogOutProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A function that asks before a logout, and the dialog that it opens. */
export function useLogOut(): { askToLogOut: () => void; logOutDialog: ReactNode } {
  // Null until the user chooses to log out.
  const [open, setOpen] = useState<boolean | null>(null);
  const logOutDialog = open !== null && <LogOut open={open} onOpenChange={setOpen} />;
  return { askToLogOut: () => setOpen(true), logOutDialog };
}

/** Asks before a logout, and states which uploads it stops. */
function LogOut({ open, onOpenChange }: LogOutProps) {
  const { uploads } = useUploads();
  const running = uploads.filter(({ phase }) => phase !== "failed");
  return <LogOutDialog open={open} onOpenChange={onOpenChange} description={consequences(running)} />;
}

function consequences(uploads: readonly RunningUpload[]): string | undefined {
  const [first, ...more] = uploads;
  if (!first) return undefined;
  if (more.length > 0) {
    return `${uploads.length} uploads stop. To resume them, log in again and choose the same files.`;
  }
  return `The upload for “${first.title}” stops at ${formatPercent(sentPercent(first))}. To resume it, log in again and choose the same ${first.files ? "files" : "file"}.`;
}
