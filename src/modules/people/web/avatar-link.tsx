import { Link } from "react-router";

import { Avatar } from "#ui/avatar.tsx";

import type { User } from "../contract.ts";
import { profilePath } from "../rules.ts";

/** The user's picture in the top navigation, linked to their profile. */
export function AvatarLink({ user }: { user: User }) {
  return (
    <Link
      to={profilePath(user)}
      aria-label={`Your profile, ${user.name}`}
      title="Your profile"
      className="flex size-11 items-center justify-center rounded-full"
    >
      <Avatar name={user.name} src={user.profileImgUrl} size={36} />
    </Link>
  );
}
