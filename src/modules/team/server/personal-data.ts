import type { PersonalData } from "#core/server/personal-data.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import { listMembers, listTeams } from "./members/queries.ts";
import type { TeamMember } from "./tables.ts";

/** The members of the user's team, and the teams to which the user belongs, with the names of the others. */
export const teamData: PersonalData = {
  part: "team",
  read: async (ctx, personId) => {
    const members = await listMembers(ctx.tx, personId);
    const teams = await listTeams(ctx.tx, personId);
    const cards = await personCards(ctx, [
      ...members.map((member) => member.personId),
      ...teams.map(({ creatorId }) => creatorId),
    ]);
    return {
      members: members.map((member) =>
        exported(member, { member: cards.get(member.personId)?.name, note: member.note }),
      ),
      teams: teams.map((member) => exported(member, { creator: cards.get(member.creatorId)?.name })),
    };
  },
};

/** A membership without the ids of users; only members of the team see its note. */
function exported(member: TeamMember, named: Record<string, string | undefined>) {
  const { kind, rights, publishAgreement, publishAgreementAt, isDefault, createdAt } = member;
  return { ...named, kind, rights, publishAgreement, publishAgreementAt, isDefault, createdAt };
}
