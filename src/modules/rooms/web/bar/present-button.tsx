import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { Button } from "#ui/button.tsx";

interface PresentButtonProps {
  room: Room;
  me: string;
  onSend: (command: RoomCommand) => void;
}

/** Takes, asks for or gives back the control of what everyone sees. */
export function PresentButton({ room: { presenter, participants }, me, onSend }: PresentButtonProps) {
  const asks = participants.find(({ id }) => id === me)?.asks ?? false;
  const isFree = presenter === null;
  const releases = presenter === me || asks;
  const label =
    presenter === me ? "Stop presenting" : asks ? "Cancel request" : isFree ? "Present" : "Ask to present";
  return (
    <Button
      size="small"
      variant="outline"
      title={isFree ? "Only you control what everyone sees" : undefined}
      onClick={() => onSend({ kind: releases ? "release" : "present" })}
    >
      {label}
    </Button>
  );
}
