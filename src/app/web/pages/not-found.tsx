import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";

export default function NotFoundPage() {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-360 px-4 py-6 sm:px-6 wide:px-10 wide:py-10">
      <title>Page not found · Reelay</title>
      <h1 className="sr-only">Page not found</h1>
      <DeadEnd message="This page doesn't exist">The link may be outdated or mistyped.</DeadEnd>
    </main>
  );
}
