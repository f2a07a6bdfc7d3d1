import type { Input } from "#core/endpoint.ts";
import type { ContributorRight } from "#modules/tasks/rules/contributors.ts";
import type { teamEndpoints } from "#modules/team/contract/team.ts";

import {
  firstCut,
  physicsCut,
  portraitFinalCut,
  portraitFirstCut,
  secondCut,
  type SeedComment,
} from "./comments.ts";
import type { FilmName, Moment } from "./films.ts";

/** The fictional users and tasks of `npm run seed`. */
export interface SeedPerson {
  email: string;
  name: string;
  role: "YOUTUBER" | "EDITOR";
  bio: string;
  link: string;
  /** Colours of the drawn portrait: background, clothes, skin, hair. */
  colours: readonly [string, string, string, string];
  cut: "long" | "short";
}

export const password = "reelay-sample-2026";

export const people = {
  meera: {
    email: "meera@reelay.example",
    name: "Meera Joshi",
    role: "YOUTUBER",
    bio: "Slow trains, small stations and the people who keep them running. One film every second Sunday, shot between Ratnagiri and Madgaon. I write the brief, you find the rhythm.",
    link: "https://trains.example/konkan",
    colours: ["#c9b8a0", "#5b3a52", "#a9714b", "#2a1c1a"],
    cut: "long",
  },
  jonas: {
    email: "jonas@reelay.example",
    name: "Jonas Weber",
    role: "YOUTUBER",
    bio: "Physics with things from the kitchen drawer.",
    link: "https://drawer.example",
    colours: ["#a8b5a2", "#2f4858", "#d9a679", "#6b4a2f"],
    cut: "short",
  },
  anika: {
    email: "anika@reelay.example",
    name: "Anika Rao",
    role: "EDITOR",
    bio: "Documentary editor. I cut for breath: long takes, honest sound, no transitions that you notice.",
    link: "https://anika.example/reel",
    colours: ["#b9a5b8", "#7a2e22", "#8d5a3b", "#1d1515"],
    cut: "long",
  },
  dev: {
    email: "dev@reelay.example",
    name: "Dev Malhotra",
    role: "EDITOR",
    bio: "Fast food, fast cuts. Verticals on the same day.",
    link: "https://dev.example",
    colours: ["#d2b48c", "#22564a", "#9c6844", "#241a16"],
    cut: "short",
  },
  noor: {
    email: "noor@reelay.example",
    name: "Noor Siddiqui",
    role: "EDITOR",
    bio: "Colour first, then the story that was in it all along.",
    link: "https://noor.example",
    colours: ["#9fb0bd", "#4a4e2a", "#b98560", "#35231d"],
    cut: "long",
  },
  ravi: {
    email: "ravi@reelay.example",
    name: "Ravi Nair",
    role: "YOUTUBER",
    bio: "Keeps this server running. Write to me when something is stuck.",
    link: "https://ravi.example",
    colours: ["#b5b0a3", "#3b4a3f", "#94623f", "#1f1a17"],
    cut: "short",
  },
} as const satisfies Record<string, SeedPerson>;

export type PersonKey = keyof typeof people;

/** Members of the creators' teams. */
export const members: readonly {
  creator: PersonKey;
  member: PersonKey;
  invited: Pick<Input<typeof teamEndpoints.inviteMember>["body"], "kind" | "rights">;
  note?: string;
  isDefault?: boolean;
}[] = [
  {
    creator: "meera",
    member: "jonas",
    invited: { kind: "manager", rights: ["create_tasks", "review"] },
  },
  {
    creator: "meera",
    member: "anika",
    invited: { kind: "editor" },
    note: "Give her the long takes, and two weeks.",
    isDefault: true,
  },
];

/** Opens the invitation of her email to become a manager. */
export const invitedManager = {
  creator: "meera",
  invited: { kind: "manager", rights: ["create_tasks", "review"], email: "tara@reelay.example" },
} as const;

export interface SeedTask {
  creator: PersonKey;
  editor: PersonKey;
  taskTitle: string;
  workDescription: string;
  /** People who work on the task besides its editor. */
  contributors?: readonly { person: PersonKey; label: string; rights: readonly ContributorRight[] }[];
  /** Whether its users are notified by email, besides in the app: of the current tasks. */
  emails?: true;
  /** Days ago. */
  assigned: number;
  /** Days from now. */
  dueIn: number;
  title: string;
  description: string;
  tags: readonly string[];
  thumbnail: Moment;
  /** The stage to reach. */
  until: "assigned" | "in_review" | "changes_requested" | "approved" | "published";
  feedback?: string;
  /** The versions with the comments on them, oldest first. All but the last are rejected. */
  cuts?: readonly SeedCut[];
  /** The age of the published video for the platform, and the seed of its figures there. */
  published?: { daysAgo: number; life: string };
  /** The creator's rating of the published video. */
  rating?: { stars: number; review: string; daysAgo: number };
}

interface SeedCut {
  film: FilmName;
  /** Times that the film of eight seconds is shown, so that results have a curve over minutes. */
  repeats?: number;
  comments: readonly SeedComment[];
  /** Days ago; `decided` is missing where the creator has still to decide. */
  arrived: number;
  decided?: number;
}

/** Oldest first, like the ids that order lists and inboxes. */
export const tasks: readonly SeedTask[] = [
  {
    creator: "meera",
    editor: "anika",
    taskTitle: "Konkan line, the trailer",
    workDescription: "Eight seconds, all windows, no words.",
    assigned: 104,
    dueIn: -97,
    title: "Konkan line: the trailer",
    description: "Ninety-two tunnels in eight seconds.",
    tags: ["trains", "monsoon", "Konkan"],
    thumbnail: "monsoon",
    until: "published",
    cuts: [{ film: "monsoon-1", comments: [], arrived: 98.4, decided: 98.3 }],
    published: { daysAgo: 95, life: "trailer" },
  },
  {
    creator: "meera",
    editor: "noor",
    taskTitle: "Salt road, part one",
    workDescription: "Two minutes, the caravan first. No music before the salt.",
    assigned: 78,
    dueIn: -68,
    title: "The salt road, part one",
    description: "A caravan, a white horizon, and the first well in two days.",
    tags: ["desert", "salt", "Kutch"],
    thumbnail: "salt",
    until: "published",
    cuts: [{ film: "salt", repeats: 15, comments: [], arrived: 66.3, decided: 66.1 }],
    published: { daysAgo: 63, life: "caravan" },
  },
  {
    creator: "meera",
    editor: "anika",
    taskTitle: "The station master of Ukshi",
    workDescription: "Portrait, two minutes. He tells it better than we can cut it: fewer cuts.",
    assigned: 39,
    dueIn: -30,
    title: "The station master of Ukshi",
    description: "A waterfall, two platforms, and forty years of timetables.",
    tags: ["trains", "portrait"],
    thumbnail: "ukshi",
    until: "published",
    cuts: [
      { film: "ukshi", repeats: 15, comments: portraitFirstCut, arrived: 31.2, decided: 31 },
      { film: "ukshi", repeats: 15, comments: portraitFinalCut, arrived: 27.6, decided: 27.4 },
    ],
    published: { daysAgo: 24, life: "portrait" },
    rating: {
      stars: 5,
      daysAgo: 23,
      review:
        "Anika found the film inside two hours of an old man talking. First version on the day we agreed, and she argued for the long pause before the last train. She was right.",
    },
  },
  {
    creator: "meera",
    editor: "noor",
    taskTitle: "Salt road, part two",
    workDescription:
      "Grade it warmer than part one. The drone shots are in the second folder; use at most three of them.",
    assigned: 15,
    dueIn: -5,
    title: "The salt road, part two",
    description: "From the white desert back to the coast, with a camel that disagreed.",
    tags: ["desert", "salt", "Kutch"],
    thumbnail: "salt",
    until: "approved",
    cuts: [{ film: "salt", comments: [], arrived: 7, decided: 6.8 }],
  },
  {
    creator: "jonas",
    editor: "anika",
    taskTitle: "Tabla, explained with physics",
    workDescription: "Correct the diagram at the end, colour as in the last episode.",
    assigned: 6.5,
    dueIn: 2,
    title: "Why a tabla sings and a snare does not",
    description: "The black spot on a tabla is the cleverest piece of physics in the band.",
    tags: ["physics", "music", "tabla"],
    thumbnail: "tabla",
    until: "changes_requested",
    cuts: [{ film: "tabla", comments: physicsCut, arrived: 5.2, decided: 5.1 }],
    feedback:
      "The second diagram still shows the old frequencies. And let the last stroke ring out before the music comes in.",
  },
  {
    creator: "meera",
    editor: "anika",
    taskTitle: "Monsoon on the Konkan line",
    workDescription:
      "Open on the Ratnagiri bridge shot, keep the rain sound under the whole first minute, and let the guard finish his story before we cut away.",
    emails: true,
    assigned: 4.9,
    dueIn: 3,
    title: "Monsoon on the Konkan line",
    description: "Twelve hours, ninety-two tunnels, and rain the whole way.",
    tags: ["trains", "monsoon", "Konkan"],
    thumbnail: "monsoon",
    until: "in_review",
    cuts: [
      { film: "monsoon-1", comments: firstCut, arrived: 1.7, decided: 1.5 },
      { film: "monsoon-2", comments: secondCut, arrived: 0.015 },
    ],
  },
  {
    creator: "meera",
    editor: "dev",
    contributors: [{ person: "noor", label: "Colour", rights: ["upload"] }],
    taskTitle: "Street food: five cities, one plate",
    workDescription:
      "Vertical cut for Shorts as well. The Indore part is too long, see the reference for the pace that I have in mind. Keep the vendor's laugh.",
    assigned: 0.01,
    dueIn: 8,
    title: "Street food: five cities, one plate",
    description: "One plate, five cities, no second helping.",
    tags: ["street food", "India", "travel"],
    thumbnail: "market",
    until: "assigned",
  },
];

/** The id of a task in an installation that was empty before: they are created in their order. */
export function idOfTask(taskTitle: string): number {
  const index = tasks.findIndex((task) => task.taskTitle === taskTitle);
  if (index < 0) throw new Error(`There is no sample task “${taskTitle}”.`);
  return index + 1;
}
