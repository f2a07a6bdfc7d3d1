import { JobsScreen } from "#modules/operators/web/public/jobs-screen.tsx";

export default function AdminJobsPage() {
  return <JobsScreen />;
}
