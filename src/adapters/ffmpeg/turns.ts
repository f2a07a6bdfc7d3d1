import { availableParallelism } from "node:os";

/** A process that can be paused. */
export interface Pausable {
  pause: () => void;
  resume: () => void;
}

export interface Entry extends Pausable {
  /** The file that is processed: the runs on one file count as one. */
  file: string;
  /** 0 to 19: runs of a higher one wait for those of a lower one. */
  niceness: number;
}

export interface Turns {
  /** Lets a process take turns with the others. It may be paused at once. Returns a function that removes it. */
  join: (entry: Entry) => () => void;
}

/** Time for which a process runs before another one may take its turn, in milliseconds. */
const quantum = 1000;
/** A process that was paused for this long gets a turn, however long it has run: nothing waits for ever. */
const maxPause = 30_000;
/** Time for which a file's turn is remembered after its last process has ended. */
const rememberedFor = 600_000;

interface Member extends Entry {
  /** Since when it runs, or null while it is paused. */
  runsSince: number | null;
  pausedSince: number;
}

interface Account {
  milliseconds: number;
  usedAt: number;
}

/**
 * Lets at most `parallel` processes run and pauses the others. Those run whose files have been processed for the shortest time
 * so far: short work finishes at once, whatever else there is, and long work continues in between. No length has to be
 * known or estimated.
 */
export function createTurns(parallel: number, now: () => number = () => performance.now()): Turns {
  const members = new Set<Member>();
  const accounts = new Map<string, Account>();
  let timer: NodeJS.Timeout | undefined;

  const fileAccount = (file: string) => {
    const account = accounts.get(file) ?? { milliseconds: 0, usedAt: now() };
    accounts.set(file, account);
    return account;
  };
  /** Adds the time since the last call to the accounts. */
  const count = (member: Member) => {
    if (member.runsSince === null) return;
    const account = fileAccount(member.file);
    account.milliseconds += now() - member.runsSince;
    account.usedAt = now();
    member.runsSince = now();
  };
  const isOverdue = (member: Member) => member.runsSince === null && now() - member.pausedSince >= maxPause;
  const compare = (one: Member, other: Member) =>
    Number(isOverdue(other)) - Number(isOverdue(one)) ||
    one.niceness - other.niceness ||
    fileAccount(one.file).milliseconds - fileAccount(other.file).milliseconds;

  const assign = () => {
    for (const member of members) count(member);
    const first = new Set([...members].toSorted(compare).slice(0, parallel));
    for (const member of members) {
      if (first.has(member) || member.runsSince === null) continue;
      member.runsSince = null;
      member.pausedSince = now();
      member.pause();
    }
    for (const member of first) {
      if (member.runsSince !== null) continue;
      member.runsSince = now();
      member.resume();
    }
    for (const [file, { usedAt }] of accounts) {
      const inUse = [...members].some((member) => member.file === file);
      if (!inUse && now() - usedAt > rememberedFor) accounts.delete(file);
    }
    clearInterval(timer);
    if (members.size > parallel) timer = setInterval(assign, quantum);
  };

  return {
    join: (entry) => {
      const member: Member = { ...entry, runsSince: now(), pausedSince: now() };
      members.add(member);
      assign();
      return () => {
        count(member);
        members.delete(member);
        assign();
      };
    },
  };
}

/** Conversions of this process that run at once: each uses about two cores. */
export const parallelConversions = Math.max(1, Math.floor(availableParallelism() / 2));

export const conversionTurns = createTurns(parallelConversions);
