import { z } from "zod";

import type { Role, TaskAbility } from "#core/permission.ts";
import type { TaskEventKind } from "#modules/history/rules/kinds.ts";
import { momentText, timeLeft } from "#modules/history/rules/time-text.ts";
import type { Link } from "#modules/notifications/rules/links.ts";
import { type Stage, stages } from "#modules/tasks/rules/stages.ts";

/** The recipient of a notification, on whom its text and link depend. */
export interface Reader {
  role: Role;
  name: string;
  /** Null if it is unknown. */
  timeZone: string | null;
}

export interface NotificationText {
  title: string;
  description: string;
}

/** An event of a task that its members are notified of. `from` is the sender shown beside it; null is Reelay itself. */
export interface TaskNotice {
  on: TaskEventKind;
  to: "creator" | "editor" | "formerEditor";
  from: "creator" | "editor" | null;
  /** Whether it is sent; always if omitted. */
  when?: (event: { stage: Stage; approvals?: unknown; wasInReview?: boolean }) => boolean;
}

/** The text of a notification that an event has ended. The title of its subject follows. */
interface Ending {
  title: string;
  text: string;
  /** Follows for the user who caused the event. */
  byReader?: string;
}

interface KindSettings {
  /** Name of the kind in settings and unsubscribe links. */
  label: string;
  roles: readonly Role[];
  /** The ability with which a manager can act on it and is notified besides the creator. */
  managersWith?: TaskAbility;
  /** Whether contributors of a task are notified of it. */
  contributors?: true;
  /** Whether creators are notified of it where a manager acts for them. */
  managedCreators?: true;
  /** Whether creators and approvers are notified of it where several people approve. */
  approvers?: true;
  /** Stays next to unread ones of the same kind about the same task instead of replacing them. */
  separate?: true;
  /** Users who have lost access to the task see it, too. */
  withoutAccess?: true;
  /** Emails show a frame of the version that it is about. */
  pictured?: true;
  /** Emails state the duration of the version, and the beginning of the brief. */
  briefed?: true;
  /** The label of the button in emails; `linkLabel` if omitted. */
  button?: string;
  /** The reason for its emails, if not activity on a task: "You received this email because …". */
  reason?: string;
  notices?: readonly TaskNotice[];
  /** Events that end it, with its text from then on; `{version}` is the number of its version. */
  ends?: Readonly<Record<string, Ending>>;
}

export interface Kind extends KindSettings {
  data: z.ZodType<object>;
  /** Null if the data doesn't fit. */
  present: (data: object, reader: Reader) => (NotificationText & { link: Link }) | null;
}

/** A kind of notification. `text` and `link` present its data to a reader. */
export function defineKind<Data extends z.ZodType<object>>(
  kind: KindSettings & {
    data: Data;
    text: (data: z.output<Data>, reader: Reader) => NotificationText;
    link: (data: z.output<Data>, reader: Reader) => Link;
  },
): Kind {
  const { text, link, ...settings } = kind;
  return {
    ...settings,
    present: (stored, reader) => {
      const { data } = kind.data.safeParse(stored);
      return data ? { ...text(data, reader), link: link(data, reader) } : null;
    },
  };
}

export const editors = ["EDITOR"] as const;
export const creators = ["YOUTUBER"] as const;
export const creatorsAndEditors = ["YOUTUBER", "EDITOR"] as const;
/** Also managers and contributors without a role. */
export const everyone = [...creatorsAndEditors, "NORMAL"] as const;

/** The task that a notification is about; `title` is its title. */
export const onTask = z.object({ taskId: z.number(), title: z.string() });
export const onVersion = onTask.extend({ version: z.number() });
export const onReview = onVersion.extend({ reviewEndsAt: z.coerce.date(), writtenAt: z.coerce.date() });
export const brief = { deadline: z.coerce.date(), workDescription: z.string() };
export const stage = z.enum(stages);

/** The link to the task's card. */
export function cardLink({ taskId }: { taskId: number }): Link {
  return { screen: "tasks", taskId };
}

/** The link to the version. */
export function versionLink({ taskId, version }: z.output<typeof onVersion>): Link {
  return { screen: "preview", taskId, version };
}

/** The deadline in the reader's time zone. */
export function deadlineText({ deadline }: { deadline: Date }, { timeZone }: Reader): string {
  return `Due ${momentText(deadline, timeZone)}.`;
}

/** The end of a review: the time left when it was written, and the moment in the reader's time zone. */
export function expiryText({ reviewEndsAt, writtenAt }: z.output<typeof onReview>, reader: Reader): string {
  return `in ${timeLeft(reviewEndsAt, writtenAt)}, on ${momentText(reviewEndsAt, reader.timeZone)}`;
}

const maxQuoteLength = 300;

/** The beginning of a user's text, of at most 300 characters. */
export function excerpt(text: string): string {
  const characters = [...text];
  if (characters.length <= maxQuoteLength) return text;
  return `${characters.slice(0, maxQuoteLength).join("").trimEnd()}…`;
}

/** Quotes as paragraphs, and the number of those that are left out. */
export function paragraphs(quotes: readonly string[], count: number): string {
  const more = count - quotes.length;
  return [...quotes, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n\n");
}
