import type { Drawing } from "#modules/feedback/contract/drawing.ts";
import type { ReactionEmoji } from "#modules/feedback/rules/comments.ts";

type Author = "creator" | "editor";

/** A comment of the sample studio. Frames are those of the 25 per second of its films. */
export interface SeedComment {
  by: Author;
  frames: readonly [from: number, to: number];
  text: string;
  drawing?: Drawing;
  replies?: readonly { by: Author; text: string }[];
  /** A reaction of the other member. */
  reaction?: ReactionEmoji;
  /** The editor's note on the change. */
  done?: string;
  resolved?: true;
}

/** Comments on the first version of the train film, which the creator rejects. */
export const firstCut: readonly SeedComment[] = [
  {
    by: "creator",
    frames: [10, 10],
    text: "Title card holds half a second too long.",
    done: "Cut 14 frames.",
  },
  {
    by: "creator",
    frames: [74, 116],
    text: "Music drowns the announcer here. Can it duck by half?",
    replies: [{ by: "editor", text: "Ducked 9 dB. Further and the bridge goes quiet." }],
    done: "Ducked by 9 dB, with a slower release.",
  },
  {
    by: "creator",
    frames: [118, 118],
    text: "The horizon tilts here. Straighten it?",
    drawing: {
      shapes: [
        { kind: "arrow", color: "white", width: 0.006, from: [0.1, 0.68], to: [0.9, 0.71] },
        { kind: "text", color: "white", at: [0.14, 0.58], size: 0.055, text: "1.5°" },
      ],
    },
  },
];

/** Comments on its second version, which is in review. */
export const secondCut: readonly SeedComment[] = [
  {
    by: "editor",
    frames: [0, 24],
    text: "New opening: the rain now starts under the title, one second earlier. @Meera Joshi tell me if you miss the silence.",
    replies: [{ by: "creator", text: "I don't. Keep it." }],
    reaction: "❤️",
    resolved: true,
  },
  {
    by: "creator",
    frames: [61, 61],
    text: "These windows are a touch too yellow next to part one. Reference: https://trains.example/konkan/grade",
    replies: [{ by: "editor", text: "That is the tungsten in the carriage. I'll pull it back by 200 K." }],
  },
  {
    by: "creator",
    frames: [100, 128],
    text: "The light of the train jumps here. Can you ease it in until the cut?",
    drawing: {
      shapes: [
        { kind: "box", color: "yellow", width: 0.006, from: [0.71, 0.53], to: [0.9, 0.78] },
        { kind: "arrow", color: "yellow", width: 0.008, from: [0.96, 0.44], to: [0.86, 0.55] },
      ],
    },
  },
  {
    by: "editor",
    frames: [183, 183],
    text: "Last frame before the cut to black. Too abrupt, or do we leave them wanting more?",
    reaction: "👍",
  },
];

/** Comments on the first version of the portrait, one of them where most viewers of the published film leave. */
export const portraitFirstCut: readonly SeedComment[] = [
  {
    by: "creator",
    frames: [20, 20],
    text: "Let the title breathe: half a second more before his first word.",
    done: "Added 12 frames.",
  },
  {
    by: "creator",
    frames: [1280, 1355],
    text: "We cut to the window before he has finished. I fear that people leave here.",
    replies: [{ by: "editor", text: "I can hold him, but then the train comes later." }],
    done: "He finishes the sentence over the window.",
  },
  {
    by: "creator",
    frames: [2144, 2144],
    text: "This is the picture they will come back for. Hold it.",
    done: "Held for a second.",
  },
];

/** Comments on its second version, which is published. */
export const portraitFinalCut: readonly SeedComment[] = [
  {
    by: "editor",
    frames: [1280, 1280],
    text: "The cut to the window, now under his last words.",
    reaction: "👍",
  },
];

/** Comments on the physics film, whose editor is asked for changes. */
export const physicsCut: readonly SeedComment[] = [
  {
    by: "creator",
    frames: [50, 50],
    text: "This ring still has the old frequency: 1.6, not 1.5 times the first one.",
    drawing: {
      shapes: [
        { kind: "pen", color: "red", width: 0.007, points: ring([0.388, 0.46], 0.105, 0.19) },
        { kind: "text", color: "red", at: [0.46, 0.24], size: 0.06, text: "1.6 ×" },
      ],
    },
  },
  {
    by: "creator",
    frames: [150, 199],
    text: "Let the last stroke ring out before the music comes in.",
    replies: [{ by: "editor", text: "Two seconds enough? @Jonas Weber" }],
  },
];

/** A hand-drawn ring around a point of the picture. */
function ring([x, y]: [number, number], rx: number, ry: number): [number, number][] {
  return Array.from({ length: 25 }, (_, index) => {
    const angle = -1.9 + (index / 23.2) * 2 * Math.PI;
    const wobble = 1 + 0.03 * Math.sin(index * 1.3) + index * 0.002;
    return [round(x + rx * wobble * Math.cos(angle)), round(y + ry * wobble * Math.sin(angle))];
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
