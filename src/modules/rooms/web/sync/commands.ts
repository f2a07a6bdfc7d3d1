import { AppError } from "#core/error.ts";
import { second } from "#core/time.ts";
import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";

/** Milliseconds for which a command is repeated while the server can't be reached. */
const retryFor = 6 * second;
const retryAfter = 500;

/** Sends commands one after the other, so that they are carried out in their order, and repeats those that are lost. */
export function createCommandSender(
  send: (number: number, command: RoomCommand) => Promise<Room>,
): (command: RoomCommand) => Promise<Room> {
  let number = 0;
  let line: Promise<unknown> = Promise.resolve();
  const repeat = async (command: RoomCommand): Promise<Room> => {
    number += 1;
    const since = performance.now();
    for (;;) {
      try {
        return await send(number, command);
      } catch (error) {
        const wait = retryDelay(error);
        if (wait === null || performance.now() - since > retryFor) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  };
  return (command) => {
    const sent = line.then(() => repeat(command));
    line = sent.catch(() => undefined);
    return sent;
  };
}

/** Milliseconds after which to repeat a request that failed with this error; null if that is useless. */
export function retryDelay(error: unknown): number | null {
  if (!(error instanceof AppError)) return null;
  if (error.status === 429) return (error.retryAfterSeconds ?? 1) * second;
  return error.status === 0 || error.status >= 500 ? retryAfter : null;
}
