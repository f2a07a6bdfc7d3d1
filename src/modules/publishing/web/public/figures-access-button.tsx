import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useChange } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { Button } from "#ui/button.tsx";

interface FiguresAccessButtonProps {
  destinationId: string;
  label: string;
  size?: "small" | "medium";
}

/** Opens the platform's consent screen, which asks for access to the figures. */
export function FiguresAccessButton({ destinationId, label, size = "medium" }: FiguresAccessButtonProps) {
  const authorize = useChange(destinationsEndpoints.authorizeFigures, {
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
