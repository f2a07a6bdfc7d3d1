import { useParams } from "react-router";

import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { ProfileScreen } from "#modules/profiles/web/public/profile-screen.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";

import NotFoundPage from "./not-found.tsx";

export default function ProfilePage() {
  const { username } = useParams();
  const user = useUser();
  if (!username) return <NotFoundPage />;
  return (
    <>
      {user?.name === username && <ReadOnVisit screen="profile" />}
      <ProfileScreen key={username} username={username} />
    </>
  );
}
