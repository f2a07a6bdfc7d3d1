import { useParams } from "react-router";

import { ProfileScreen } from "#modules/profiles/web/public/profile-screen.tsx";

import NotFoundPage from "./not-found.tsx";

export default function ProfilePage() {
  const { username } = useParams();
  if (!username) return <NotFoundPage />;
  return <ProfileScreen key={username} username={username} />;
}
