import { StorageSection } from "#modules/media/web/public/storage-section.tsx";
import { BlockedUsersSection } from "#modules/messages/web/public/blocked-users-section.tsx";
import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { TeamEditors } from "#modules/profiles/web/public/team-editors.tsx";
import { DestinationsSection } from "#modules/publishing/web/public/destinations-section.tsx";
import { RoleSection } from "#modules/sign-in/web/public/choose-role.tsx";
import { DataSection } from "#modules/sign-in/web/public/data-section.tsx";
import { DeleteAccountSection } from "#modules/sign-in/web/public/delete-account-section.tsx";
import { EmailSection } from "#modules/sign-in/web/public/email-section.tsx";
import { IdentitySections } from "#modules/sign-in/web/public/identity-sections.tsx";
import { InvitationsSection } from "#modules/sign-in/web/public/invitations-section.tsx";
import { PasskeysSection } from "#modules/sign-in/web/public/passkeys-section.tsx";
import { PasswordSection } from "#modules/sign-in/web/public/password-section.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { SessionsSection } from "#modules/sign-in/web/public/sessions-section.tsx";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import { TeamSection } from "#modules/team/web/public/team-section.tsx";
import { TeamsSection } from "#modules/team/web/public/teams-section.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

export default function SettingsPage() {
  const user = useUser();
  const { passwordLogin } = signInOptions();
  if (!user) return null;
  const isCreator = user.role === "YOUTUBER";
  return (
    <PageColumns>
      <title>Settings · Reelay</title>
      <ReadOnVisit screen="settings" />
      <PageHeader title="Settings" start={<HomeLink />} actions={<ThemeMenu />}>
        <p className="break-words">Logged in as {user.email}</p>
      </PageHeader>
      <div className="max-w-5xl">
        <EmailSection />
        {passwordLogin && <PasswordSection />}
        {passwordLogin && <PasskeysSection />}
        <IdentitySections />
        {isCreator && <TeamSection editors={<TeamEditors />} />}
        <TeamsSection />
        {user.role === "NORMAL" && <RoleSection />}
        {isCreator && <InvitationsSection />}
        {isCreator && <DestinationsSection />}
        <StorageSection role={user.role} />
        <SessionsSection />
        <BlockedUsersSection />
        <DataSection />
        <DeleteAccountSection user={user} />
      </div>
    </PageColumns>
  );
}
