/** Kinds of members of a creator's team. A user of either role can be a manager; editors have the role of editors. */
export const memberKinds = ["manager", "editor"] as const;
export type MemberKind = (typeof memberKinds)[number];

/** Rights of a manager of a creator. Editors have none of them. */
export interface TeamRights {
  mayCreateTasks: boolean;
  mayReview: boolean;
  mayPublish: boolean;
}

export const noRights: TeamRights = { mayCreateTasks: false, mayReview: false, mayPublish: false };
