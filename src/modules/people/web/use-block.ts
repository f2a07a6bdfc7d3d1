import { useMutation } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { notifyThisClient } from "#core/web/realtime.ts";
import { showErrorToast } from "#ui/error-toast.ts";

import { peopleEndpoints } from "../contract.ts";
import { blockChanged } from "../realtime-messages.ts";

/** Blocks (`true`) or unblocks a user. */
export function useBlock(personId: number) {
  return useMutation({
    mutationFn: (blocked: boolean) =>
      call(peopleEndpoints.blockUser, { params: { id: personId }, body: { blocked } }),
    onSuccess: () => notifyThisClient(blockChanged, { personId }),
    onError: (error) => showErrorToast(error),
  });
}
