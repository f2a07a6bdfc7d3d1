import { Link } from "react-router";

import { notificationSettingsPath, type SettingsGroupId } from "#core/paths.ts";
import { CreatorSpecification } from "#modules/checks/web/public/creator-specification.tsx";
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
import { SettingsGroup, SettingsGroups, SettingsIndex } from "#modules/sign-in/web/public/settings-group.tsx";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { signInOptions } from "#modules/sign-in/web/public/sign-in-options.ts";
import { TeamSection } from "#modules/team/web/public/team-section.tsx";
import { TeamsSection } from "#modules/team/web/public/teams-section.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { AccountActions } from "../layouts/account-actions.tsx";

const creatorGroups: SettingsGroupId[] = [
  "account",
  "security",
  "notifications",
  "delivery",
  "publishing",
  "team",
  "data",
];
const editorGroups: SettingsGroupId[] = ["account", "security", "notifications", "data"];

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
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 break-words">Logged in as {user.email}</p>
          <AccountActions />
        </div>
      </PageHeader>
      <div className="flex max-w-6xl flex-col gap-x-10 gap-y-10 wide:flex-row">
        <SettingsIndex groups={isCreator ? creatorGroups : editorGroups} />
        <SettingsGroups>
          <SettingsGroup id="account">
            <EmailSection />
            {user.role === "NORMAL" && <RoleSection />}
            {!isCreator && <TeamsSection />}
            <BlockedUsersSection />
          </SettingsGroup>
          <SettingsGroup id="security">
            {passwordLogin && <PasswordSection />}
            {passwordLogin && <PasskeysSection />}
            <IdentitySections />
            <SessionsSection />
          </SettingsGroup>
          <SettingsGroup id="notifications">
            <SettingsSection title="Push and email" description="What you are notified about, and where.">
              <Link to={notificationSettingsPath(user.role)} className={buttonClass("outline")}>
                Notification settings
              </Link>
            </SettingsSection>
          </SettingsGroup>
          {isCreator && (
            <SettingsGroup id="delivery">
              <CreatorSpecification />
            </SettingsGroup>
          )}
          {isCreator && (
            <SettingsGroup id="publishing">
              <DestinationsSection />
            </SettingsGroup>
          )}
          {isCreator && (
            <SettingsGroup id="team">
              <TeamSection editors={<TeamEditors />} />
              <TeamsSection />
              <InvitationsSection />
            </SettingsGroup>
          )}
          <SettingsGroup id="data">
            <StorageSection role={user.role} />
            <DataSection />
            <DeleteAccountSection user={user} />
          </SettingsGroup>
        </SettingsGroups>
      </div>
    </PageColumns>
  );
}
