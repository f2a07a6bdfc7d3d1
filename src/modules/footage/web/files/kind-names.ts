import {
  Aperture,
  AudioLines,
  File,
  FileText,
  Film,
  Image,
  type LucideIcon,
  SquareDashedMousePointer,
} from "lucide-react";

import type { FootageKind } from "#modules/footage/rules/kinds.ts";

/** The label and icon of each kind of file. */
export const kindNames: Record<FootageKind, { label: string; icon: LucideIcon }> = {
  video: { label: "Video", icon: Film },
  camera_original: { label: "Camera original", icon: Aperture },
  sound: { label: "Sound", icon: AudioLines },
  picture: { label: "Picture", icon: Image },
  project: { label: "Project", icon: SquareDashedMousePointer },
  document: { label: "Document", icon: FileText },
  other: { label: "Other", icon: File },
};
