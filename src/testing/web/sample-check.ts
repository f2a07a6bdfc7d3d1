import type { CheckReport, ReportedFinding } from "#modules/checks/contract/checks.ts";

/** A silent right channel for the second second of the clip, which nobody has said anything about. */
export const sampleFinding: ReportedFinding = {
  key: "silent_channel-1-1",
  kind: "silent_channel",
  label: "Silent channel",
  part: "sound",
  range: { from: 25, to: 40 },
  text: "From 0:01 the right channel is silent for 0.6 seconds.",
  values: { channel: "right", whole: 0, at: 1, length: 0.64, places: 1 },
  state: "open",
  explanation: null,
  acceptance: null,
};

/** The check of the first version of the sample task, everything checked, by default without findings. */
export function sampleReport(change: Partial<CheckReport> = {}): CheckReport {
  const { findings = [] } = change;
  return {
    taskId: 12,
    version: 1,
    parts: { file: { state: "checked" }, sound: { state: "checked" }, picture: { state: "checked" } },
    findings,
    open: findings.filter(({ state }) => state !== "accepted").length,
    measured: {
      width: 160,
      height: 90,
      rate: { num: 25, den: 1 },
      constantRate: true,
      durationSeconds: 2,
      codec: "vp9",
      channels: 2,
      loudness: -14.2,
      loudnessRange: 5.1,
      truePeak: -1.3,
    },
    specification: {},
    ...change,
  };
}
