import { type RunningUpload, sentPercent, useUploads } from "#modules/media/web/public/uploads.ts";
import { LogOutDialog } from "#modules/sign-in/web/public/log-out-dialog.tsx";
import { formatPercent } from "#ui/format.ts";

interface LogOutProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a logout, and states which uploads it stops. */
export function LogOut({ open, onOpenChange }: LogOutProps) {
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
  return `The upload for “${first.title}” stops at ${formatPercent(sentPercent(first))}. To resume it, log in again and choose the same file.`;
}
