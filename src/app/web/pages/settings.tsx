import { DataSection } from "#product/accounts/web/data-section.tsx";
import { DeleteAccountSection } from "#product/accounts/web/delete-account-section.tsx";
import { EmailSection } from "#product/accounts/web/email-section.tsx";
import { GoogleSection } from "#product/accounts/web/google-section.tsx";
import { HomeLink } from "#product/accounts/web/home-link.tsx";
import { PasskeysSection } from "#product/accounts/web/passkeys-section.tsx";
import { PasswordSection } from "#product/accounts/web/password-section.tsx";
import { useUser } from "#product/accounts/web/session.tsx";
import { SessionsSection } from "#product/accounts/web/sessions-section.tsx";
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
