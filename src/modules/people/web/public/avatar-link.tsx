import { Link } from "react-router";

import { profilePath } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { Avatar } from "#ui/avatar.tsx";

/** The user's picture in the top navigation, linked to their profile. */
export function AvatarLink({ user }: { user: User }) {
  return (
    <Link
      to={profilePath(user)}
      title="Your profile"
      className="flex size-11 items-center justify-center rounded-full"
    >
      <span className="sr-only">Your profile, {user.name} </span>
      <Avatar name={user.name} src={user.profileImgUrl} size={36} readable />
    </Link>
  );
}
