import { Clapperboard, Scissors } from "lucide-react";

/** The roles to choose from. */
export const roleOptions = [
  {
    value: "YOUTUBER",
    label: "YouTuber",
    description: "I assign, review and publish.",
    icon: <Clapperboard aria-hidden className="mt-0.5 size-5" strokeWidth={1.75} />,
  },
  {
    value: "EDITOR",
    label: "Editor",
    description: "I cut and upload.",
    icon: <Scissors aria-hidden className="mt-0.5 size-5" strokeWidth={1.75} />,
  },
] as const;
