import type { BoardTask } from "#modules/board/contract/board.ts";
import type { User } from "#modules/people/contract/people.ts";
import { relationAbilities } from "#modules/tasks/rules/access.ts";

const account = {
  profileImgUrl: "",
  bannerImgUrl: "",
  Oauth: false,
  bio: null,
  attachedLinks: [],
  editable: true,
  createdAt: "2031-01-05T09:00:00.000Z",
  videosUploaded: 0,
  rating: 0,
  ratingCount: 0,
  tasksCompleted: 0,
  timeZone: "Asia/Kolkata",
} satisfies Partial<User>;

/** A creator. */
export const meera: User = { ...account, id: 1, name: "meera", email: "meera@example.com", role: "YOUTUBER" };

/** An editor. */
export const anika: User = { ...account, id: 2, name: "anika", email: "anika@example.com", role: "EDITOR" };

/** Abilities in a task of `meera` for `anika`, as each of them reads it. */
export const ofCreator = relationAbilities([{ kind: "owner" }]);
const ofEditor = relationAbilities([{ kind: "lead_editor" }]);

/** A response for `meera` as `anika` reads it. */
export function asEditor<Shown extends { abilities: readonly string[] }>(shown: Shown): Shown {
  return { ...shown, abilities: ofEditor };
}

/** A task of `meera` for `anika` before its first version. */
export function sampleTask(change: Partial<BoardTask> = {}): BoardTask {
  return {
    id: 12,
    taskTitle: "Lagoon at low tide",
    workDescription: "Start with the herons, and end on the boat's bell.",
    deadline: "2031-05-17T18:29:00.000Z",
    isCompleted: false,
    stage: "assigned",
    editor: samplePerson(anika),
    waitingFor: null,
    youtuber: samplePerson(meera),
    declined: null,
    title: "",
    description: "",
    madeForKids: false,
    tags: [],
    thumbnail: null,
    attachments: [],
    abilities: ofCreator,
    createdAt: "2031-04-01T09:00:00.000Z",
    updatedAt: "2031-04-01T09:00:00.000Z",
    version: 0,
    arrival: null,
    upload: null,
    reviewEndsAt: null,
    posterUrl: null,
    feedback: null,
    withdrawn: null,
    publishFailed: false,
    watchUrl: null,
    stars: null,
    ratedAt: null,
    approvals: [],
    openComments: 0,
    notDoneComments: 0,
    findings: null,
    waiting: false,
    ...change,
  };
}

/** A user as others see them on shared tasks. */
export function samplePerson({ id, name, role, profileImgUrl }: User) {
  return { id, name, role, profileImgUrl };
}
