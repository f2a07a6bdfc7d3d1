import { UsersScreen } from "#modules/operators/web/public/users-screen.tsx";

export default function AdminUsersPage() {
  return <UsersScreen />;
}
