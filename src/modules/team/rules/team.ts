/** Kinds of members of a creator's team. A user of either role can be a manager; editors have the role of editors. */
export const memberKinds = ["manager", "editor"] as const;
export type MemberKind = (typeof memberKinds)[number];

/** Rights of managers of a creator, in the order of a task's life. Editors have none of them. */
export const managerRights = ["create_tasks", "review", "publish"] as const;
export type ManagerRight = (typeof managerRights)[number];

/** The action that each right allows, as an item that follows "You'll be able to". */
const rightWork: Record<ManagerRight, string> = {
  create_tasks: "create tasks and assign editors",
  review: "approve versions and request changes",
  publish: "publish videos to their channels",
};

/** Actions of a member of a team, as items that follow "You'll be able to". */
export function memberWork(kind: MemberKind, rights: readonly ManagerRight[]): string[] {
  if (kind === "editor") return ["upload versions of the tasks that they assign to you"];
  const items = managerRights.filter((right) => rights.includes(right)).map((right) => rightWork[right]);
  return ["see their tasks and comment on versions", ...items];
}

/** Members and pending invitations of one team. */
export const maxTeamMembers = 200;

/** Characters of a note about a member. */
export const maxNoteLength = 2000;

/**
 * The creator's standing agreement to publishing by a manager, stored with the right. YouTube's API terms require the
 * agreement of the channel's owner to every upload.
 */
export const publishAgreementText =
  "I allow this manager to publish videos to the channels and other destinations that I have connected, and to confirm for me each time that a video complies with the terms and rules of the platform (for YouTube: https://www.youtube.com/t/terms, including the Community Guidelines) and doesn't infringe anyone's copyright or privacy. I remain responsible for what is published. Reelay keeps a record of this agreement, and I can withdraw it at any time.";
