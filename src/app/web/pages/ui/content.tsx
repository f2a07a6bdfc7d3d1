import { Bell, Clapperboard } from "lucide-react";

import { Avatar } from "#ui/avatar.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Player } from "#ui/player/player.tsx";
import { SidebarNav } from "#ui/sidebar-nav.tsx";

import { Part, Row, Section } from "./section.tsx";

const people = ["Meera Joshi", "Anika Rao", "Noor Siddiqui"];

export function Content() {
  return (
    <Section title="Navigation and media">
      <Part name="avatar">
        <Row>
          {people.map((name) => (
            <Avatar key={name} name={name} size={40} labelled />
          ))}
          <Avatar name="Reelay" src="/icons/icon-192.png" size={64} labelled />
        </Row>
      </Part>
      <Part name="sidebar-nav">
        <div className="relative border wide:w-60">
          <SidebarNav
            entries={[
              { label: "Tasks", icon: Clapperboard, href: "#tasks", active: true },
              { label: "Notifications", icon: Bell, href: "#bell", count: 3, countLabel: "unread" },
            ]}
          />
        </div>
      </Part>
      <Part name="page-header">
        <PageHeader title="Tasks" />
      </Part>
      <Part name="carousel">
        <Carousel
          label="Reference files"
          slides={["First", "Second"].map((label) => ({
            key: label,
            label,
            content: <p className="grid h-40 place-items-center bg-raised">{label}</p>,
          }))}
        />
      </Part>
      <Part name="player: without a video, and with one that can't be played" wide>
        <Player src="" title="No video" />
        <Player src="/missing.mp4" title="Missing video" poster="/og.png" />
      </Part>
    </Section>
  );
}
