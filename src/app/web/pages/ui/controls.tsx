import { Bell, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";

import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { Menu } from "#ui/menu.tsx";
import { TabPanel, Tabs } from "#ui/tabs.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { Part, Row, Section } from "./section.tsx";

const variants = ["primary", "signal", "outline", "quiet", "danger"] as const;
const sizes = ["small", "medium", "large"] as const;
const nothing = () => undefined;

export function Controls() {
  const [tab, setTab] = useState("assigned");
  return (
    <Section title="Controls">
      {variants.map((variant) => (
        <Part key={variant} name={`button ${variant}`}>
          <Row>
            {sizes.map((size) => (
              <Button key={size} variant={variant} size={size}>
                {size}
              </Button>
            ))}
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} busy="Saving...">
              Save
            </Button>
          </Row>
        </Part>
      ))}
      <Part name="icon-button">
        <Row>
          {variants.map((variant) => (
            <IconButton key={variant} variant={variant} label={`Edit, ${variant}`} icon={<Pencil />} />
          ))}
          <IconButton size="small" label="Edit, small" icon={<Pencil className="size-4" />} />
          <IconButton disabled label="Edit, disabled" icon={<Pencil />} />
        </Row>
      </Part>
      <Part name="badge">
        <Row>
          <Badge>v2</Badge>
          <Badge tone="tally">3</Badge>
          <Badge tone="go">Completed</Badge>
          <Badge tone="amber">Expires soon</Badge>
          <Badge tone="fault">Failed</Badge>
        </Row>
      </Part>
      <Part name="menu, theme-menu">
        <Row>
          <Menu
            items={[
              { label: "Edit", icon: Pencil, onSelect: nothing },
              { label: "Notify me", icon: Bell, checked: true, toggles: true, onSelect: nothing },
              { label: "Delete", icon: Trash2, danger: true, onSelect: nothing },
            ]}
            trigger={<Button>Open menu</Button>}
          />
          <ThemeMenu />
        </Row>
      </Part>
      <Part name="tabs" wide>
        <Tabs
          value={tab}
          onValueChange={setTab}
          label="Tasks"
          tabs={[
            { value: "assigned", label: "Assigned Tasks", count: 3 },
            { value: "completed", label: "Completed Tasks" },
          ]}
          end={<Button size="small">Refresh</Button>}
        >
          <TabPanel value="assigned">Assigned</TabPanel>
          <TabPanel value="completed">Completed</TabPanel>
        </Tabs>
      </Part>
      <Part name="load-more">
        <LoadMore hasMore loading={false} onLoad={nothing} />
        <LoadMore hasMore loading onLoad={nothing} />
      </Part>
    </Section>
  );
}
