import { useSearchParams } from "react-router";

import { channelParameter, tabParameter } from "#core/paths.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { sides } from "#modules/tasks/rules/stages.ts";
import { useManagedTeams } from "#modules/team/web/public/use-managed-teams.ts";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { ChannelSection, ChannelSkeleton } from "../channel/channel-section.tsx";
import { ChannelSettings } from "../channel/channel-settings.tsx";
import { TeamSection } from "../team/team-section.tsx";

/** The figures of the channels that the user has or manages, and of a creator's team; for editors those of their own work. */
export function AnalyticsScreen() {
  const user = useUser();
  const { managed = [], isPending } = useManagedTeams();
  const [search, setSearch] = useSearchParams();
  if (!user) return null;
  const side = sides[user.role];
  const channels = [...(side === "creator" ? [user] : []), ...managed.map(({ creator }) => creator)];
  const requested = search.get(channelParameter);
  const named = channels.find(({ id }) => String(id) === requested);
  // The address may name a channel that the user manages.
  const isUnknown = isPending && !named && requested !== null;
  const channel = isUnknown ? undefined : (named ?? channels[0]);
  const tab = search.get(tabParameter) === "team" && user.role !== "NORMAL" ? "team" : "channel";
  const change = (name: string, value: string | null) =>
    setSearch(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return (
    <PageColumns>
      <title>Analytics · Reelay</title>
      <PageHeader
        title="Analytics"
        start={<HomeLink />}
        actions={
          <>
            <ThemeMenu />
            <SettingsLink user={user} />
          </>
        }
      />
      {channel || isUnknown ? (
        <Tabs
          value={tab}
          onValueChange={(value) => change(tabParameter, value === "team" ? value : null)}
          label="Analytics"
          tabs={[
            { value: "channel", label: "Channel" },
            // Managers without a role have no work of their own.
            ...(user.role === "NORMAL"
              ? []
              : [{ value: "team", label: side === "creator" ? "Team" : "Your work" }]),
          ]}
        >
          <TabPanel value="channel">
            {channel && channels.length > 1 && (
              <div className="max-w-80">
                <SelectField
                  label="Channel"
                  hideLabel
                  options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={String(channel.id)}
                  onChange={({ target }) => change(channelParameter, target.value)}
                />
              </div>
            )}
            {channel ? (
              <>
                <ChannelSection key={channel.id} creatorId={channel.id} role={user.role} />
                <ChannelSettings key={`settings of ${channel.id}`} creatorId={channel.id} />
              </>
            ) : (
              <ChannelSkeleton />
            )}
          </TabPanel>
          <TabPanel value="team">
            <TeamSection side={side} />
          </TabPanel>
        </Tabs>
      ) : (
        <section aria-label="Your work" className="border-t pt-4">
          <TeamSection side="editor" />
        </section>
      )}
    </PageColumns>
  );
}
