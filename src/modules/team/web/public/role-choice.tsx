import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { ChooseRole } from "#modules/sign-in/web/public/choose-role.tsx";

import { teamsQuery } from "../queries.ts";

/** The screens of a user without a role who belongs to a team; all others choose a role first. */
export function RoleChoice({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(teamsQuery);
  if (isPending) return null;
  return data?.teams.length === 0 ? <ChooseRole /> : children;
}
