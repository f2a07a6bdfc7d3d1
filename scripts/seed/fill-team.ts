import { teamEndpoints } from "#modules/team/contract/team.ts";
import type { Client } from "#testing/client.ts";

import { callOrThrow } from "./api.ts";
import { invitedManager, members, people, type PersonKey } from "./studio.ts";

/** Invites the members of the teams, who accept. */
export async function fillTeams(clientFor: (key: PersonKey) => Client): Promise<void> {
  for (const { creator, member, invited, note, isDefault } of members) {
    const username = people[member].name;
    await callOrThrow(clientFor(creator), teamEndpoints.inviteMember, { body: { ...invited, username } });
    const { invitations } = await callOrThrow(clientFor(member), teamEndpoints.teams, {});
    for (const { id } of invitations) {
      await callOrThrow(clientFor(member), teamEndpoints.acceptTeamInvitation, { params: { id } });
    }
    if (note === undefined && !isDefault) continue;
    const { members: present } = await callOrThrow(clientFor(creator), teamEndpoints.team, {});
    const personId = present.find(({ person }) => person.name === username)?.person.id;
    if (personId === undefined) throw new Error(`${username} is not in the team.`);
    const body = { ...(note !== undefined && { note }), ...(isDefault && { isDefault }) };
    await callOrThrow(clientFor(creator), teamEndpoints.changeMember, { params: { personId }, body });
  }
}

/** Invites a manager by email, who has no account yet; returns the address. */
export async function inviteByEmail(clientFor: (key: PersonKey) => Client): Promise<string> {
  const { creator, invited } = invitedManager;
  await callOrThrow(clientFor(creator), teamEndpoints.inviteMember, {
    body: { ...invited, rights: [...invited.rights] },
  });
  return invited.email;
}
