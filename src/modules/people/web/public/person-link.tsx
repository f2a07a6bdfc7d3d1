import { Link } from "react-router";

import { profilePath } from "#core/paths.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import { classNames } from "#ui/class-names.ts";

interface PersonLinkProps {
  person: Pick<PersonCard, "name" | "role">;
  /** Wraps with the text around it; otherwise a name that is too long ends with an ellipsis. */
  inText?: boolean;
}

/** The name of a person, linked to their profile unless they are a former member. */
export function PersonLink({ person, inText = false }: PersonLinkProps) {
  const overflow = inText ? "wrap-anywhere" : "truncate";
  if (isFormerMember(person)) return <span className={overflow}>{person.name}</span>;
  return (
    <Link
      to={profilePath(person)}
      className={classNames(
        overflow,
        "font-semibold text-ink hover:underline pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3",
      )}
    >
      {person.name}
    </Link>
  );
}
