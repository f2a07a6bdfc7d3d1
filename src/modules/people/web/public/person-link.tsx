import { Link } from "react-router";

import { profilePath } from "#core/paths.ts";
import type { PersonCard } from "#modules/people/contract.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";

/** The name of a person, linked to their profile unless they are a former member. */
export function PersonLink({ person }: { person: PersonCard }) {
  if (isFormerMember(person)) return <span className="truncate">{person.name}</span>;
  return (
    <Link
      to={profilePath(person)}
      className="truncate font-semibold text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
    >
      {person.name}
    </Link>
  );
}
