import { useMutation } from "@tanstack/react-query";

import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import { authorizeYouTube } from "./queries.ts";

interface YouTubeButtonProps {
  /** The destination to reconnect; without one, another channel is connected. */
  destinationId?: string;
  size?: ButtonSize;
}

/** Opens YouTube's consent screen, which returns to the settings. */
export function YouTubeButton({ destinationId, size = "medium" }: YouTubeButtonProps) {
  const request = useMutation({
    mutationFn: () => authorizeYouTube(destinationId),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => showErrorToast(error),
  });
  return (
    <Button
      size={size}
      variant={destinationId === undefined ? "outline" : "primary"}
      // Stays busy after success: leaving for another site takes a moment.
      busy={(request.isPending || request.isSuccess) && "Redirecting to OAuth..."}
      onClick={() => request.mutate()}
    >
      {destinationId === undefined ? "Connect YouTube" : "Reconnect"}
    </Button>
  );
}
