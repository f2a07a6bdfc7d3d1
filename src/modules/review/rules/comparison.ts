/** Layouts of a comparison of two versions. */
export const comparisonModes = ["side", "wipe", "difference", "toggle"] as const;
export type ComparisonMode = (typeof comparisonModes)[number];

/** The choices of a user who compares two versions. */
export interface ComparisonView {
  mode: ComparisonMode;
  /** In frames of the other version. */
  offset: number;
  /** Whether the mode "toggle" shows the other version. */
  showsOther: boolean;
  /** Percentage of the width at which the wipe divides the pictures. */
  wipe: number;
}

export const firstComparisonView: ComparisonView = { mode: "side", offset: 0, showsOther: false, wipe: 50 };
