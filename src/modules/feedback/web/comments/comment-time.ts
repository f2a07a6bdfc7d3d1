import { previewPath } from "#core/paths.ts";
import { type Rate, timecode } from "#modules/media/rules/frames.ts";

interface Range {
  inFrame: number;
  outFrame: number | null;
}

/** The name of a frame, such as its timecode. */
export type FrameLabel = (frame: number) => string;

export const frameNumber: FrameLabel = (frame) => `frame ${frame + 1}`;

/** Names frames by their timecode, or by their number while the rate is unknown. */
export function frameLabels(rate: Rate | null): FrameLabel {
  return rate ? (frame) => timecode(frame, rate) : frameNumber;
}

/** The name of the frame of a comment, or those of its first and last frame. */
export function commentTime({ inFrame, outFrame }: Range, name: FrameLabel): string {
  return outFrame === null || outFrame === inFrame ? name(inFrame) : `${name(inFrame)} – ${name(outFrame)}`;
}

/** The link to a comment. */
export function commentPath(taskId: number, { version, id }: { version: number; id: string }): string {
  return previewPath(taskId, version, id);
}
