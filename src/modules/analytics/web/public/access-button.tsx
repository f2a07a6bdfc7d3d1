import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useChange } from "#core/web/use-change.ts";
import { channelEndpoints } from "#modules/analytics/contract/channel.ts";
import { Button } from "#ui/button.tsx";

interface AccessButtonProps {
  destinationId: string;
  label: string;
  size?: "small" | "medium";
}

/** Opens the platform's consent screen, which asks for access to the figures. */
export function AccessButton({ destinationId, label, size = "medium" }: AccessButtonProps) {
  const authorize = useChange(channelEndpoints.authorizeFigures, {
    fallback: "The platform can't be asked for access right now. Try again.",
    onSuccess: ({ data: url }) => openConsentPage(url),
  });
  return (
    <Button
      variant="primary"
      size={size}
      // Leaving for another site takes a moment.
      busy={(authorize.isPending || authorize.isSuccess) && "Redirecting..."}
      onClick={() => authorize.mutate({ body: { destinationId } })}
    >
      {label}
    </Button>
  );
}
