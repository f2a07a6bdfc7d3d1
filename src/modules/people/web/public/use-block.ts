import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";

/** Blocks (`true`) or unblocks a user. */
export function useBlock(personId: number) {
  return useAction((blocked: boolean) =>
    call(peopleEndpoints.blockUser, { params: { id: personId }, body: { blocked } }),
  );
}
