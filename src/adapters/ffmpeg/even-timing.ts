import type { ProbeFacts } from "./facts.ts";

/**
 * Puts frame n exactly at n / rate, by the times of the source: whatever is missing there, all later frames keep their
 * time. Where each frame is near its place, as with every constant rate, it keeps its number, too.
 */
export function evenTiming(facts: ProbeFacts): string {
  const { rate, constantRate, frames, framesCounted } = facts.video;
  const perSecond = `fps=${rate.num}/${rate.den}:start_time=0`;
  // Without the second filter the last frame has no duration, so that players leave it out.
  if (!keepsTimes(facts)) return `settb=${rate.den}/${rate.num},setpts=N,${perSecond}`;
  // Rounds up, so that a short last frame is never left out. A held one stays: decoders don't keep its duration.
  const held = constantRate ? "" : ",tpad=stop_mode=clone:stop=-1";
  const upToEnd = framesCounted ? `:eof_action=pass${held},trim=end_frame=${frames}` : "";
  // After lost packets, decoders output a frame late, with the time of the one before it.
  const advancing = String.raw`select=not(lte(t\,prev_selected_t))`;
  return `${fromFirst(facts)},${advancing},${perSecond}${upToEnd}`;
}

/** Not with facts of an earlier version, whose other files of this video count frames only. */
export function keepsTimes({ container, video }: ProbeFacts): boolean {
  const indexed = container === "mp4" || container === "mov";
  return indexed || !video.constantRate || video.firstSeconds !== undefined;
}

/** Moves the first frame to zero; where its time was measured, also if it can't be decoded. */
export function fromFirst({ video: { firstSeconds } }: ProbeFacts): string {
  return firstSeconds === undefined
    ? "setpts=PTS-STARTPTS"
    : `setpts=round(PTS-${firstSeconds.toFixed(6)}/TB)`;
}
