import {
  Bell,
  ChartLine,
  Clapperboard,
  House,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Plus,
  Settings,
  Upload,
  UserRound,
} from "lucide-react";

import {
  analyticsPath,
  channelAnalyticsPath,
  channelTasksPath,
  messagesPath,
  notificationsPath,
  profilePath,
  publicationsPath,
  settingsPath,
  tasksPath,
} from "#core/paths.ts";
import type { PersonCard, User } from "#modules/people/contract/people.ts";
import { themeChoices } from "#ui/theme-menu.tsx";
import type { ThemeChoice } from "#ui/theme.ts";

export interface Command {
  label: string;
  icon: LucideIcon;
  act: () => void;
}

interface Actions {
  /** Whether the user may create tasks. */
  mayCreate: boolean;
  /** Whether the user has a channel or manages one. */
  publishes: boolean;
  goTo: (path: string) => void;
  chooseTheme: (theme: ThemeChoice) => void;
  logOut: () => void;
}

/** The commands of the palette for a user. */
export function paletteCommands(
  user: User,
  { mayCreate, publishes, goTo, chooseTheme, logOut }: Actions,
): Command[] {
  const tasks = tasksPath(user.role);
  const link = (label: string, icon: LucideIcon, path: string): Command => ({
    label,
    icon,
    act: () => goTo(path),
  });
  return [
    ...(mayCreate ? [link("Create task", Plus, `${tasks}?create=true`)] : []),
    link("Go to tasks", Clapperboard, tasks),
    link("Go to messages", MessageSquare, messagesPath(user.role)),
    ...(publishes ? [link("Go to publications", Upload, publicationsPath(user.role))] : []),
    link("Go to analytics", ChartLine, analyticsPath(user.role)),
    link("Go to your profile", UserRound, profilePath(user)),
    link("Go to notifications", Bell, notificationsPath(user.role)),
    link("Go to settings", Settings, settingsPath(user.role)),
    link("Go to the home page", House, "/"),
    ...themeChoices.map(({ value, label, icon }) => ({
      label: `Theme: ${label}`,
      icon,
      act: () => chooseTheme(value),
    })),
    { label: "Log out", icon: LogOut, act: logOut },
  ];
}

/** The screens of the channels that a user manages. */
export function channelCommands(
  { role }: User,
  channels: readonly PersonCard[],
  goTo: (path: string) => void,
): Command[] {
  return channels.flatMap(({ id, name }) => [
    { label: `Tasks of ${name}`, icon: Clapperboard, act: () => goTo(channelTasksPath(role, id)) },
    { label: `Analytics of ${name}`, icon: ChartLine, act: () => goTo(channelAnalyticsPath(role, id)) },
  ]);
}

/** Whether each word of the query starts a word of the text. */
export function matchesWords(text: string, query: string): boolean {
  const words = text.toLocaleLowerCase().split(/[\s._-]+/u);
  return query
    .toLocaleLowerCase()
    .split(/[\s._-]+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}
