import { Button } from "#ui/button.tsx";

import { useGoogleJourney, type GoogleJourney } from "./google-journey.ts";
import { GoogleMark } from "./google-mark.tsx";

interface GoogleButtonProps {
  /** What to remember on the way, or null when something is still missing; asked at the press. */
  pack: () => GoogleJourney | null;
}

/** Signs in or up at Google. */
export function GoogleButton({ pack }: GoogleButtonProps) {
  const { start, leaving, error } = useGoogleJourney();
  return (
    <div>
      <Button
        size="large"
        className="w-full"
        busy={leaving && "Opening Google..."}
        onClick={() => {
          const journey = pack();
          if (journey) start(journey);
        }}
      >
        <GoogleMark className="size-5 shrink-0" />
        Continue with Google
      </Button>
      <p role="alert" className="mt-2 text-sm font-medium text-fault empty:hidden">
        {error}
      </p>
    </div>
  );
}
