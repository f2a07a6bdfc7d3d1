import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation, useNavigate } from "react-router";

import { isNotFound } from "#core/error.ts";
import { profilePath, routePrefix } from "#core/paths.ts";
import type { User } from "#modules/people/contract/people.ts";
import { nameKey } from "#modules/people/rules/people.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { useChangeUser, useUser } from "#modules/sign-in/web/public/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { ProfileSkeleton } from "../profiles/profile-skeleton.tsx";
import { ProfileView } from "../profiles/profile-view.tsx";
import { UserNotFound } from "../profiles/user-not-found.tsx";
import { editProfileKey, profileQuery, storeProfile } from "../queries.ts";
import { TopUsers } from "./top-users.tsx";
import { UserSearch } from "./user-search.tsx";

/** The profile of a user, with search and the top users. */
export function ProfileScreen({ username }: { username: string }) {
  const viewer = useUser();
  const isOwn = viewer && nameKey(viewer.name) === nameKey(username);
  const { error } = useQuery(profileQuery(username));
  if (isNotFound(error)) return <UserNotFound username={username} message={error.message} />;
  return (
    <PageColumns aside={<TopUsers />} asideLabel="Top users" asideWhenNarrow="hidden">
      <title>{`${username} · Reelay`}</title>
      <PageHeader
        title={username || "Profile"}
        start={<HomeLink />}
        actions={
          <>
            {viewer && !isOwn && (
              <Link
                to={profilePath(viewer)}
                className={buttonClass("outline", "medium", "max-wide:w-10 max-wide:px-0!")}
                title="Your profile"
              >
                <UserRound aria-hidden className="size-5 wide:hidden" strokeWidth={1.75} />
                <span className="sr-only wide:not-sr-only">Your profile</span>
              </Link>
            )}
            <UserSearch />
            <ThemeMenu />
            {viewer && <SettingsLink user={viewer} />}
          </>
        }
      />
      <Profile username={username} />
    </PageColumns>
  );
}

function Profile({ username }: { username: string }) {
  const { data, error, isFetching, refetch } = useQuery(profileQuery(username));
  const visibleProfile = useOwnCopy(data);
  const { pathname } = useLocation();
  // Saving a new name redirects by itself; redirecting earlier would abort the request.
  const saving = useIsMutating({ mutationKey: editProfileKey }) > 0;
  const moved = data && (data.name !== username || pathname.split("/")[1] !== routePrefix(data.role));
  if (moved && !saving) return <Moved to={data} />;
  if (visibleProfile) return <ProfileView profile={visibleProfile} />;
  if (!error) return <ProfileSkeleton />;
  return <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />;
}

/** Replaces URLs with a former name, another spelling or the other role's prefix by the current URL. */
function Moved({ to }: { to: User }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    storeProfile(queries, to);
    void navigate(profilePath(to), { replace: true });
  }, [to, queries, navigate]);
  return <ProfileSkeleton />;
}

/** Copies the user's own profile into the stored user, from which it is shown. */
function useOwnCopy(loaded: User | undefined): User | undefined {
  const viewer = useUser();
  const changeUser = useChangeUser();
  useEffect(() => {
    if (loaded?.editable) changeUser(loaded);
  }, [loaded, changeUser]);
  return loaded?.editable && viewer?.id === loaded.id ? viewer : loaded;
}
