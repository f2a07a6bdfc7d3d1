import { guideKinds, type Guides } from "#modules/media/contract/guides.ts";
import {
  guideLabels,
  isRatio,
  maskRatios,
  ratioLabel,
  shortsSource,
  toggleKind,
} from "#modules/media/rules/guides.ts";
import type { MenuItem } from "#ui/menu.tsx";

import type { GuidesControl } from "../public/use-guides.ts";

/** Whether a mask has a ratio that the menu doesn't list. */
export function hasOtherRatio({ maskRatio }: Guides): boolean {
  return maskRatio !== null && !maskRatios.some(({ ratio }) => isRatio(maskRatio, ratio));
}

/** Menu items that choose guides. `onOtherRatio` asks for the ratio of the mask. */
export function guideItems(
  { guides, aspect, choose }: GuidesControl,
  onOtherRatio: () => void,
): readonly MenuItem[] {
  const { maskRatio } = guides;
  const kinds = guideKinds.filter((kind) => kind !== "shorts" || aspect < 1);
  const other =
    maskRatio !== null && hasOtherRatio(guides) ? [{ label: ratioLabel(maskRatio), ratio: maskRatio }] : [];
  const masks = [{ label: "None", ratio: null }, ...maskRatios, ...other];
  return [
    ...kinds.map((kind) => ({
      label: guideLabels[kind],
      group: "Guides",
      toggles: true,
      checked: guides.kinds.includes(kind),
      staysOpen: true,
      onSelect: () => choose(toggleKind(guides, kind)),
      hint: kind === "shorts" ? shortsSource : undefined,
    })),
    ...masks.map(({ label, ratio }) => ({
      label,
      group: "Mask",
      checked: ratio === null ? maskRatio === null : isRatio(maskRatio, ratio),
      staysOpen: true,
      compact: true,
      onSelect: () => choose({ ...guides, maskRatio: ratio }),
    })),
    { label: "Other…", group: "Mask", compact: true, onSelect: onOtherRatio },
  ];
}
