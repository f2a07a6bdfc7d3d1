import { DataSection } from "#modules/accounts/web/data-section.tsx";
import { DeleteAccountSection } from "#modules/accounts/web/delete-account-section.tsx";
import { EmailSection } from "#modules/accounts/web/email-section.tsx";
import { GoogleSection } from "#modules/accounts/web/google-section.tsx";
import { HomeLink } from "#modules/accounts/web/home-link.tsx";
import { PasskeysSection } from "#modules/accounts/web/passkeys-section.tsx";
import { PasswordSection } from "#modules/accounts/web/password-section.tsx";
import { useUser } from "#modules/accounts/web/session.tsx";
import { SessionsSection } from "#modules/accounts/web/sessions-section.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

export default function SettingsPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <PageColumns>
      <title>Settings · Reelay</title>
      <PageHeader title="Settings" start={<HomeLink />} actions={<ThemeMenu />}>
        <p className="break-words">You are signed in as {user.email}.</p>
      </PageHeader>
      {/* The sections, from everyday matters down to leaving. */}
      <div className="max-w-5xl">
        <EmailSection />
        <PasswordSection />
        <PasskeysSection />
        <GoogleSection />
        <SessionsSection />
        <DataSection />
        <DeleteAccountSection user={user} />
      </div>
    </PageColumns>
  );
}
