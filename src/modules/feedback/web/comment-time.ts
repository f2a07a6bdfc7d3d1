import { type Rate, timecode } from "#modules/media/rules/frames.ts";

interface Range {
  inFrame: number;
  outFrame: number | null;
}

/** The timecode of a comment, or that of its first and last frame. Frame numbers while the rate is unknown. */
export function commentTime({ inFrame, outFrame }: Range, rate: Rate | null): string {
  const name = (frame: number) => (rate ? timecode(frame, rate) : `frame ${frame + 1}`);
  return outFrame === null || outFrame === inFrame ? name(inFrame) : `${name(inFrame)} – ${name(outFrame)}`;
}

/** The link to a comment. */
export function commentPath(taskId: number, { version, id }: { version: number; id: string }): string {
  return `/video-preview/${taskId}?version=${version}&comment=${id}`;
}
