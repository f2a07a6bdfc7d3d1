import { useChange } from "#core/web/use-change.ts";
import { teamEndpoints, type TeamMember } from "#modules/team/contract/team.ts";
import { Checkbox } from "#ui/checkbox.tsx";

/** The managers without whose approval nothing is published; nothing without managers who review. */
export function RequiredApprovals({ managers }: { managers: readonly TeamMember[] }) {
  const change = useChange(teamEndpoints.changeMember, {
    fallback: "The required approval couldn't be saved. Try again.",
    successToast: true,
  });
  const reviewers = managers.filter(({ rights }) => rights.includes("review"));
  if (reviewers.length === 0) return null;
  return (
    <fieldset className="mt-8" disabled={change.isPending}>
      <legend className="font-semibold">Required approvals</legend>
      <p className="mt-1 mb-3 max-w-prose text-sm text-soft">
        Versions stay in review until everyone you choose here has approved them. Without a choice, one
        approval is enough.
      </p>
      <div className="flex flex-col gap-2">
        {reviewers.map(({ person, approvalRequired }) => (
          <Checkbox
            key={person.id}
            label={person.name}
            checked={
              (change.variables?.params.personId === person.id && change.isPending) !== approvalRequired
            }
            onChange={({ target }) =>
              change.mutate({
                params: { personId: person.id },
                body: { approvalRequired: target.checked },
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
