import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";

import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";

import type { RoomAccess } from "../sync/room-calls.ts";
import { createRoomSession } from "../sync/room-session.ts";
import type { Navigate, RoomSession, RoomSessionState, ScreenPosition } from "../sync/session-state.ts";

const SessionContext = createContext<RoomSession | null>(null);

interface RoomSessionProviderProps {
  /** Stays the same. */
  access: RoomAccess;
  children: ReactNode;
}

/** Lets a review be watched together. The participant leaves with the page. */
export function RoomSessionProvider({ access, children }: RoomSessionProviderProps) {
  const review = useReviewSession();
  const [session] = useState(() => createRoomSession(access, review));
  useEffect(() => {
    let leftRoomId: string | null = null;
    const leave = () => {
      leftRoomId = session.getState().room?.id ?? null;
      session.leave();
    };
    // Browsers keep pages for the Back button.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && leftRoomId !== null) session.join(leftRoomId).catch(() => undefined);
    };
    window.addEventListener("pagehide", leave);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("pageshow", comeBack);
      session.leave();
    };
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useRoomSession(): RoomSession {
  const session = use(SessionContext);
  if (!session) throw new Error("There is no room session.");
  return session;
}

/** A part of the session's state; the component renders again when it changes. */
export function useRoom<T>(select: (state: RoomSessionState) => T): T {
  return useStore(useRoomSession(), select);
}

/** Tells the room what the screen displays, and lets the room open another version or comparison. */
export function useDisplayedVersion(position: ScreenPosition & { navigate: Navigate }): void {
  const { display, setNavigate } = useRoomSession();
  const { version, compare, frame } = position;
  const navigate = useEffectEvent(position.navigate);
  useEffect(() => setNavigate((to) => navigate(to)), [setNavigate]);
  useEffect(() => display({ version, compare, frame }), [display, version, compare, frame]);
}
