import { useState } from "react";

import { useLoudness } from "#modules/checks/web/public/use-loudness.ts";
import { useFindingMarks, useVersionCheck } from "#modules/checks/web/public/version-check.tsx";
import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import type { LoudnessDisplay } from "#modules/media/web/public/use-loudness-choice.ts";
import type { Preview } from "#modules/review/contract/versions.ts";

/** The technical check of the displayed version, with the finding that the user has selected. */
export interface DisplayedCheck {
  /** Number of open findings; undefined while it is unknown. */
  open: number | undefined;
  marks: TimelineMark[];
  loudness: LoudnessDisplay;
  selectedKey: string | null;
  /** Selects a finding and seeks to its first frame. */
  select: (key: string) => void;
}

export function useCheck({ taskId, version }: Preview): DisplayedCheck {
  const { player } = useReviewSession();
  const { findings, open, loudnessTarget } = useVersionCheck(taskId, version?.number);
  const loudness = useLoudness(taskId, version?.number, loudnessTarget);
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  const marks = useFindingMarks(findings, selectedKey);
  const select = (key: string) => {
    setSelectedKey(key);
    const range = findings.find((finding) => finding.key === key)?.range;
    if (range) player.current?.seek(range.from);
  };
  return { open, marks, loudness, selectedKey, select };
}
