import type { ManagedChannel } from "#modules/board/contract/board.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { memberWork } from "#modules/team/rules/team.ts";
import { Avatar } from "#ui/avatar.tsx";

/** The creators for whom the user works, and what they may do for each. */
export function ManagerPanel({ creators }: { creators: readonly ManagedChannel[] }) {
  return (
    <section aria-labelledby="managed-creators">
      <h2 id="managed-creators" className="font-heading text-2xl">
        You work for
      </h2>
      <ul className="mt-3 flex flex-col gap-5">
        {creators.map((creator) => (
          <li key={creator.id}>
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={creator.name} src={creator.profileImgUrl} size={24} />
              <PersonLink person={creator} />
            </span>
            <p className="mt-2 text-sm text-soft">You can</p>
            <ul className="mt-1 list-disc space-y-1 pl-5 text-sm text-soft marker:text-faint">
              {memberWork("manager", creator.rights).map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
