import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useChange } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import type { ButtonSize } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";

interface YouTubeButtonProps {
  /** The destination to reconnect; without one, another channel is connected. */
  destinationId?: string;
  size?: ButtonSize;
}

/** Opens YouTube's consent screen, which returns to the settings. */
export function YouTubeButton({ destinationId, size = "medium" }: YouTubeButtonProps) {
  const request = useChange(destinationsEndpoints.authorizeYouTube, {
    fallback: "Invalid OAuth URL",
    onSuccess: ({ data: url }) => openConsentPage(url),
  });
  return (
    <Button
      size={size}
      variant={destinationId === undefined ? "outline" : "primary"}
      // Stays busy after success: leaving for another site takes a moment.
      busy={(request.isPending || request.isSuccess) && "Redirecting to OAuth..."}
      onClick={() => request.mutate({ body: destinationId === undefined ? {} : { destinationId } })}
    >
      {destinationId === undefined ? "Connect YouTube" : "Reconnect"}
    </Button>
  );
}
