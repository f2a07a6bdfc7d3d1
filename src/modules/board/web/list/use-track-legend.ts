import { useState } from "react";

/** Local storage key. It stays at logout, since it contains no data of a user. */
const dismissedKey = "track-legend-dismissed";

/** Whether the legend of the track is shown in this browser, and a function that dismisses it. */
export function useTrackLegend(): { shown: boolean; dismiss: () => void } {
  const [visible, setVisible] = useState(() => localStorage.getItem(dismissedKey) === null);
  const dismiss = () => {
    localStorage.setItem(dismissedKey, "true");
    setVisible(false);
  };
  return { shown: visible, dismiss };
}
