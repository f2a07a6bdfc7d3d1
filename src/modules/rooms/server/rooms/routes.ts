import { commonError } from "#core/error.ts";
import type { Call, Handlers } from "#core/server/bind-endpoints.ts";
import type { Context } from "#core/server/context.ts";
import { type Budget, createTokenBuckets } from "#core/server/token-bucket.ts";
import { endCode, roomsError } from "#modules/rooms/contract/errors.ts";
import type { guestRoomsEndpoints, Room, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import { commandBudget, presenceBudget, signalBudget } from "#modules/rooms/rules/limits.ts";

import type { RoomsDependencies } from "../dependencies.ts";
import { leaveRoom, reportPresence } from "./attendance.ts";
import type { ChangeResult } from "./change-room.ts";
import { sendCommand } from "./commands.ts";
import { readRoomTime } from "./queries.ts";
import { endViewerRoom, findViewerRoom, forViewer, startRoom } from "./rooms.ts";
import { sendSignal } from "./signals.ts";
import { guestOfLink, memberOfTask, requireMember, type Viewer } from "./viewers.ts";

type Sender = Pick<Call<(typeof roomsEndpoints)["sendCommand"]>, "actor" | "request">;

/** Takes tokens from the budget of who sends a request; 429 without enough. */
function createBudget(budget: Budget, clock: () => Date) {
  const take = createTokenBuckets(budget, () => clock().getTime());
  return ({ actor, request }: Sender, tokens = 1): void => {
    const wait = take(actor ? `person:${actor.id}` : `guest:${request.guest?.id}`, tokens);
    if (wait !== null) throw commonError("too_many_requests", { retryAfterSeconds: wait });
  };
}

function createBudgets({ clock }: RoomsDependencies) {
  return {
    commands: createBudget(commandBudget, clock),
    presence: createBudget(presenceBudget, clock),
    signals: createBudget(signalBudget, clock),
  };
}

/** Tokens of a signal: one for each started kilobyte. */
function signalCost(signal: unknown): number {
  return Math.ceil(JSON.stringify(signal).length / 1024);
}

/** The changed room as the viewer sees it. 410 with the reason if it has ended, which was committed before. */
async function changedRoom(
  run: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>,
  identify: (ctx: Context) => Viewer | Promise<Viewer>,
  change: (ctx: Context, viewer: Viewer) => Promise<ChangeResult>,
): Promise<Room> {
  const { viewer, result } = await run(async (ctx) => {
    const sender = await identify(ctx);
    return { viewer: sender, result: await change(ctx, sender) };
  });
  if ("endReason" in result) throw roomsError(endCode(result.endReason));
  return forViewer(viewer, result.room);
}

type MemberHandlers = Handlers<typeof roomsEndpoints>;

export function roomsHandlers(dependencies: RoomsDependencies): MemberHandlers {
  const budgets = createBudgets(dependencies);
  const member = (id: number) => (ctx: Context) => memberOfTask(ctx, id);
  return {
    taskRoom: ({ params, read }) => read(async (ctx) => findViewerRoom(ctx, memberOfTask(ctx, params.id))),
    startRoom: ({ params, body, run }) => run((ctx) => startRoom(ctx, params.id, body)),
    roomTime: ({ params, read }) =>
      read(async (ctx) => {
        await requireMember(ctx, memberOfTask(ctx, params.id));
        return { time: await readRoomTime(ctx.tx) };
      }),
    reportPresence: async (call) => {
      const { params, body, run } = call;
      budgets.presence(call);
      return changedRoom(run, member(params.id), (ctx, viewer) =>
        reportPresence(ctx, viewer, { ...body, roomId: params.roomId }),
      );
    },
    sendCommand: async (call) => {
      const { params, body, run } = call;
      budgets.commands(call);
      return changedRoom(run, member(params.id), (ctx, viewer) =>
        sendCommand(ctx, viewer, { ...body, roomId: params.roomId }),
      );
    },
    sendSignal: async (call) => {
      const { params, body, read } = call;
      budgets.signals(call, signalCost(body.signal));
      return read(async (ctx) =>
        sendSignal(ctx, dependencies, memberOfTask(ctx, params.id), { ...body, roomId: params.roomId }),
      );
    },
    leaveRoom: ({ params, body, run }) =>
      run(async (ctx) => leaveRoom(ctx, memberOfTask(ctx, params.id), { ...body, roomId: params.roomId })),
    endRoom: ({ params, run }) => run(async (ctx) => endViewerRoom(ctx, params.id, params.roomId)),
  };
}

type GuestHandlers = Handlers<typeof guestRoomsEndpoints>;

export function guestRoomsHandlers(dependencies: RoomsDependencies): GuestHandlers {
  const budgets = createBudgets(dependencies);
  return {
    linkRoom: ({ read }) => read(async (ctx) => findViewerRoom(ctx, await guestOfLink(ctx))),
    roomTimeForGuest: ({ read }) => read(async ({ tx }) => ({ time: await readRoomTime(tx) })),
    reportGuestPresence: async (call) => {
      const { params, body, run } = call;
      budgets.presence(call);
      return changedRoom(run, guestOfLink, (ctx, viewer) =>
        reportPresence(ctx, viewer, { ...body, roomId: params.roomId }),
      );
    },
    sendGuestCommand: async (call) => {
      const { params, body, run } = call;
      budgets.commands(call);
      return changedRoom(run, guestOfLink, (ctx, viewer) =>
        sendCommand(ctx, viewer, { ...body, roomId: params.roomId }),
      );
    },
    sendGuestSignal: async (call) => {
      const { params, body, read } = call;
      budgets.signals(call, signalCost(body.signal));
      return read(async (ctx) =>
        sendSignal(ctx, dependencies, await guestOfLink(ctx), { ...body, roomId: params.roomId }),
      );
    },
    leaveRoomAsGuest: ({ params, body, run }) =>
      run(async (ctx) => leaveRoom(ctx, await guestOfLink(ctx), { ...body, roomId: params.roomId })),
  };
}
