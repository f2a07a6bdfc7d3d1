import { useSearchParams } from "react-router";

import { tabParameter } from "#core/paths.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { ChannelSection } from "../channel/channel-section.tsx";
import { ChannelSettings } from "../channel/channel-settings.tsx";
import { TeamSection } from "../team/team-section.tsx";

const tabs = [
  { value: "channel", label: "Channel" },
  { value: "team", label: "Team" },
] as const;

/** The figures of a creator's channels and team; for editors those of their own work. */
export function AnalyticsScreen() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  if (!user) return null;
  const isCreator = user.role === "YOUTUBER";
  const tab = search.get(tabParameter) === "team" ? "team" : "channel";
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
      {isCreator ? (
        <Tabs
          value={tab}
          onValueChange={(value) =>
            setSearch(value === "team" ? { [tabParameter]: value } : {}, { replace: true })
          }
          label="Analytics"
          tabs={tabs}
        >
          <TabPanel value="channel">
            <ChannelSection />
            <ChannelSettings />
          </TabPanel>
          <TabPanel value="team">
            <TeamSection side="creator" />
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
