import { Eye, EyeOff } from "lucide-react";

import { Button } from "#ui/button.tsx";

interface FollowButtonProps {
  follows: boolean;
  onChange: (follows: boolean) => void;
}

/** Whether the user sees what everyone sees; returns to it after looking elsewhere. */
export function FollowButton({ follows, onChange }: FollowButtonProps) {
  return (
    <Button
      size="small"
      variant={follows ? "quiet" : "primary"}
      aria-pressed={follows}
      title={follows ? "Stop following, to look elsewhere (U)" : "Return to what the others see (U)"}
      onClick={() => onChange(!follows)}
    >
      {follows ? (
        <>
          <Eye aria-hidden className="size-4" strokeWidth={1.75} />
          Following
        </>
      ) : (
        <>
          <EyeOff aria-hidden className="size-4" strokeWidth={1.75} />
          Follow
        </>
      )}
    </Button>
  );
}
