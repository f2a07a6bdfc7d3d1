import type { Still } from "./films.ts";
import type { PersonKey } from "./studio.ts";

export interface SeedLine {
  from: PersonKey;
  text: string;
  /** Attached to the message. */
  still?: Still;
}

export interface SeedConversation {
  between: readonly [PersonKey, PersonKey];
  lines: readonly SeedLine[];
  /** Days ago of the first and the last line. */
  past: readonly [number, number];
  /** Number of last lines that their recipient has not read. */
  unread?: number;
}

/** Messages of the sample studio's users, written after their tasks were created. */
export const conversations: readonly SeedConversation[] = [
  {
    between: ["jonas", "meera"],
    past: [0.012, 0.012],
    lines: [
      {
        from: "jonas",
        text: "Hi Meera, Anika showed me your monsoon film. Would you lend me ten seconds of rain for an episode on resonance?",
      },
    ],
    unread: 1,
  },
  {
    between: ["jonas", "anika"],
    past: [1.3, 1.1],
    lines: [
      { from: "anika", text: "The old frequencies were in my cut, sorry. Is the second diagram final now?" },
      { from: "jonas", text: "Final. 196, 392 and 588 Hz, and the last stroke may ring for four seconds." },
      { from: "anika", text: "Four seconds it is. You get the next version tomorrow morning." },
    ],
  },
  {
    between: ["meera", "noor"],
    past: [7.4, 6.7],
    lines: [
      { from: "noor", text: "First grade of the salt flats. Too orange?", still: "salt" },
      { from: "meera", text: "Warmer, but keep the sky. The camel can stay as it is." },
      { from: "noor", text: "The camel insisted on it." },
      { from: "meera", text: "Approved. I publish it on Sunday." },
    ],
  },
  {
    between: ["meera", "dev"],
    past: [0.01, 0.004],
    lines: [
      { from: "meera", text: "Pace reference for Indore: https://plate.example/indore-2025" },
      { from: "dev", text: "Got it. The vendor's laugh works best right after the cut to the plate." },
      { from: "dev", text: "Can I trim Indore to 12 seconds in the vertical?" },
    ],
    unread: 2,
  },
  {
    between: ["meera", "anika"],
    past: [0.016, 0.003],
    lines: [
      {
        from: "anika",
        text: "This version keeps the bridge, and the rain is louder from 00:00:04:12. Tell me if it fights the voice.",
      },
      { from: "meera", text: "Watching now. The first minute is exactly it." },
      { from: "anika", text: "A first title card.", still: "monsoon" },
      { from: "meera", text: "Yes, that one. The guard's lamp should stay in the frame." },
      { from: "anika", text: "Then the title comes two frames after the whistle." },
    ],
  },
];
