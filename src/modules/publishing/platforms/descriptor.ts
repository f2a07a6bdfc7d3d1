import type { z } from "zod";

import type { License } from "./licenses.ts";

/** A field of a form. */
export interface FormField {
  name: string;
  label: string;
  hint?: string;
  /** Input of a password is hidden. */
  type?: "password";
  optional?: true;
  /** Only shown once it is needed: after a refusal without the second factor, or to choose one of several channels. */
  needed?: "second_factor" | "channels";
  autoComplete?: "url" | "username" | "current-password" | "one-time-code";
  /** Shown beside the next field on wide screens. */
  paired?: true;
}

/** A form whose fields are all that a connection needs. */
export interface ConnectionForm {
  /** The endpoint in the API documentation, and its message. */
  summary: string;
  message: string;
  description: string;
  /** The fields as the server accepts them. */
  schema: z.ZodObject<Record<string, z.ZodType<string, string | undefined>>>;
  fields: readonly FormField[];
  /** The entries of a connection to renew, from its account. */
  loginEntries: (account: string) => Record<string, string>;
}

/** Connection at the platform's consent screen, by its OAuth. */
interface Consent {
  /** The names of the scopes that publishing needs, and in words what they allow, such as "uploads and captions". */
  scopes: readonly string[];
  allows: string;
  /** The label of the box on the consent screen that must stay checked; null on screens without boxes. */
  box: string | null;
  /** Messages for errors with which the screen returns, by their codes. */
  errors: Readonly<Record<string, string>>;
}

/** A platform has a consent screen, or a form for the address and credentials of a destination. */
type Connection = { consent: Consent; form?: undefined } | { consent?: undefined; form: ConnectionForm };

interface Step {
  title: string;
  text: string;
}

/** Features, connection and texts of a platform. Screens and server ask it and never for the kind. */
export interface PlatformDescriptor {
  /** Its name beside those of other platforms. */
  name: string;
  /** A destination at it in one word, and in the button that connects one. */
  noun: string;
  connectLabel: string;
  has: {
    /** A visibility that the creator chooses. */
    visibility: boolean;
    /** Videos become public at a time. */
    schedule: boolean;
    /** Pages on which people watch the videos, with a frame as the thumbnail unless there is one. */
    watchPage: boolean;
    playlists: boolean;
    /** Audience, disclosures, embedding, notification of subscribers and the day of the recording. */
    declarations: boolean;
    /** It shows short vertical videos as Shorts. */
    shorts: boolean;
    /** Figures of the videos: views, retention. */
    statistics: boolean;
  };
  /** Only offered where the operator has set it up. */
  optional: boolean;
  /** It stands for a task's destinations where only one is shown, and is where tasks are published by default. */
  leads: boolean;
  /** The local sandbox can replace it. */
  sandboxed: boolean;
  /** Kind that receives the video although the sandbox replaces others. */
  receiver: string | null;
  connection: Connection;
  /** The host that all its destinations share; null if each has the host of its settings. */
  host: string | null;
  /** Terms that its API requires every upload to agree to, with what they include. */
  terms: { name: string; url: string; including: string } | null;
  /** Other rules that videos have to comply with. */
  rules: string | null;
  /** Its names of the licenses; null where it shows none. */
  licenses: Record<License, string> | null;
  /** Consequences of disconnecting. */
  disconnecting: string;
  /** Details that it does not accept. */
  limits: string | null;
  /** Lengths of title, description and tags that it requires besides those of all platforms. */
  textLimits: { minLength: number; tags: { count: number; min: number; max: number } } | null;
  /** Readers of the videos, where their visibility doesn't decide it. */
  readers: string | null;
  /** Its page for finishing a published video by hand, and what its API can't do. */
  studio: { name: string; url: (videoId: string) => string; unavailable: string } | null;
  /** The steps of a delivery. */
  steps: { upload: string; thumbnail: Step; publish: Step };
}

/** The steps of deliveries to platforms with a visibility. `declared` are other settings that they have. */
export function privateFirst(declared = ""): PlatformDescriptor["steps"] {
  const details = `title, description, tags${declared} and the visibility that you chose`;
  return {
    upload: `The video is first uploaded as private, so that no one sees it unfinished. Then it gets its thumbnail, ${details}.`,
    thumbnail: {
      title: "Setting the thumbnail",
      text: "The video was uploaded as private. The thumbnail is set first, then the visibility that you chose.",
    },
    publish: { title: "Publishing the video", text: `The video now gets its ${details}.` },
  };
}

/** Properties of platforms that write files to a place of the creator, such as "bucket". */
export function storedIn(place: string) {
  const has = {
    visibility: false,
    schedule: false,
    watchPage: false,
    playlists: false,
    declarations: false,
    shorts: false,
    statistics: false,
  };
  const steps = {
    upload: `The video appears in your ${place} once all of it is received. Then its thumbnail and details are stored beside it.`,
    thumbnail: {
      title: "Storing the thumbnail",
      text: "The video is stored. Its thumbnail is stored beside it.",
    },
    publish: {
      title: "Storing the details",
      text: "The video is stored. Its details are written to a file beside it.",
    },
  };
  const without = { terms: null, rules: null, licenses: null, limits: null, textLimits: null, studio: null };
  return { noun: place, has, leads: false, sandboxed: false, ...without, steps };
}
