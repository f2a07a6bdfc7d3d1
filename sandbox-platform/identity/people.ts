export interface Channel {
  /** `UC` and 22 characters, as on YouTube. */
  id: string;
  title: string;
  handle: string;
  about: string;
  /** Colors of the generated picture: background, shape. */
  colours: readonly [string, string];
}

export interface Person {
  /** The `sub` of the ID token. */
  id: string;
  name: string;
  givenName: string;
  familyName: string;
  email: string;
  emailVerified: boolean;
  colours: readonly [string, string];
  channels: readonly Channel[];
}

/** Test accounts. The last one has no channel and an unverified email address. */
export const people: readonly Person[] = [
  {
    id: "104810273645519028361",
    name: "Mira Solvane",
    givenName: "Mira",
    familyName: "Solvane",
    email: "mira@sandbox.test",
    emailVerified: true,
    colours: ["#7a3b12", "#f3c58b"],
    channels: [
      {
        id: "UCmira0Solvane0Kitchen01",
        title: "Mira Cooks Slowly",
        handle: "@miracooksslowly",
        about: "One pot, one hour, no hurry.",
        colours: ["#9c3f1f", "#ffd9a8"],
      },
      {
        id: "UCmira0Solvane0Garden002",
        title: "Balcony Harvest",
        handle: "@balconyharvest",
        about: "Vegetables above the street.",
        colours: ["#3f5c22", "#d7e8a8"],
      },
    ],
  },
  {
    id: "117350028146630947215",
    name: "Teo Arlund",
    givenName: "Teo",
    familyName: "Arlund",
    email: "teo@sandbox.test",
    emailVerified: true,
    colours: ["#1f4a4d", "#a9dcd6"],
    channels: [
      {
        id: "UCteo0Arlund00Workshop01",
        title: "Arlund Workshop",
        handle: "@arlundworkshop",
        about: "Wood and hand tools.",
        colours: ["#5b3a1e", "#e5c79b"],
      },
    ],
  },
  {
    id: "109927746103358214470",
    name: "Junia Prett",
    givenName: "Junia",
    familyName: "Prett",
    email: "junia@sandbox.test",
    emailVerified: true,
    colours: ["#5a2a4f", "#efc3dc"],
    channels: [
      {
        id: "UCjunia0Prett0Rambles001",
        title: "Prett Goes Outside",
        handle: "@prettgoesoutside",
        about: "Long walks with a small camera.",
        colours: ["#2f4b6e", "#bcd6f2"],
      },
      {
        id: "UCjunia0Prett0Piano00002",
        title: "Quiet Keys",
        handle: "@quietkeys",
        about: "Piano recordings from home.",
        colours: ["#33313a", "#e7e2d2"],
      },
    ],
  },
  {
    id: "113068842257710396641",
    name: "Pim Hasker",
    givenName: "Pim",
    familyName: "Hasker",
    email: "pim@sandbox.test",
    emailVerified: false,
    colours: ["#4a4a2a", "#e2dfa3"],
    channels: [],
  },
];

export function findPerson(id: string): Person | undefined {
  return people.find((person) => person.id === id);
}

export function findChannel(id: string): Channel | undefined {
  return people.flatMap((person) => person.channels).find((channel) => channel.id === id);
}

/** The playlist of all uploads of a channel: the channel's id with `UU` in place of `UC`. */
export function uploadsPlaylist(channelId: string): string {
  return `UU${channelId.slice(2)}`;
}

export function channelOfUploadsPlaylist(playlistId: string): Channel | undefined {
  return playlistId.startsWith("UU") ? findChannel(`UC${playlistId.slice(2)}`) : undefined;
}
