import { playCorrected } from "#ui/player/media-state.ts";

/** Time and speed that a medium should have at this moment. */
interface Target {
  /** Time of the medium in seconds. */
  seconds: number;
  /** Factor of the speed. */
  speed: number;
  /** The speed that controls show, if it is another one. */
  chosen?: number;
  running: boolean;
}

/** Limits of the correction of a difference to the target. */
export interface Correction {
  /** Seconds of a difference that is not corrected. */
  ignored: number;
  /** Seconds of a difference above which the medium is moved; smaller ones are made up by the speed. */
  moveAbove: number;
  /** Largest share by which the speed changes. */
  maxChange: number;
}

/** Changes of the speed keep the pitch and are not heard. */
const usualCorrection: Correction = { ignored: 0.015, moveAbove: 0.15, maxChange: 0.1 };

/** Seconds in which a difference is made up, if the largest change of the speed allows it. */
const makeUp = 0.5;
/** Milliseconds between two comparisons, and until a moved medium is moved once more. */
const compareEvery = 100;
const moveEvery = 1000;
/** Longest seek in milliseconds that a move allows for. */
const longestSeek = 2000;

/** The speed at which a medium that is `late` by some seconds makes up for it. */
export function correctedSpeed(late: number, speed: number, { ignored, maxChange }: Correction): number {
  if (Math.abs(late) <= ignored) return speed;
  return speed * (1 + Math.max(-maxChange, Math.min(maxChange, late / makeUp)));
}

interface FollowOptions {
  /** Changes while it runs. */
  target: () => Target;
  /** Plays the medium, which is paused although the target runs. */
  play: () => void;
  correction?: Correction;
}

interface TargetFollower {
  /** To be called when the target has changed; while it runs, this repeats itself. */
  adjust: () => void;
  /** Moves the medium to the target. */
  move: () => void;
  /** The time in seconds to which it was moved last. */
  position: () => number | null;
  stop: () => void;
}

/** Lets a medium follow a target in time, speed and state: by its speed where it is possible, otherwise by seeking. */
export function followTarget(
  medium: HTMLMediaElement,
  { target, play, correction = usualCorrection }: FollowOptions,
): TargetFollower {
  let movedAt = -moveEvery;
  let isMoving = false;
  let position: number | null = null;
  /** Milliseconds that the last move took. */
  let seekTime = 0;
  let isCorrecting = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const pauseTimer = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const move = () => {
    movedAt = performance.now();
    isMoving = true;
    const { seconds, speed, running } = target();
    position = seconds + (running ? (seekTime / 1000) * speed : 0);
    medium.currentTime = position;
  };
  const measureSeek = () => {
    if (isMoving) seekTime = Math.min(longestSeek, performance.now() - movedAt);
    isMoving = false;
  };
  const adjust = () => {
    const { seconds, speed, chosen = speed, running } = target();
    if (!running) {
      pauseTimer();
      medium.pause();
      return;
    }
    timer ??= setInterval(adjust, compareEvery);
    // A sound may be shorter than the picture.
    if (seconds >= medium.duration) return;
    const late = seconds - medium.currentTime;
    const mayMove = !medium.seeking && performance.now() - movedAt > moveEvery;
    if (Math.abs(late) > correction.moveAbove && mayMove) move();
    if (medium.paused) play();
    // Once begun, a correction goes on to a third of what is ignored: otherwise all would stay at this limit.
    const ignored = isCorrecting ? correction.ignored / 3 : correction.ignored;
    isCorrecting = Math.abs(late) > ignored;
    playCorrected(medium, chosen, correctedSpeed(late, speed, { ...correction, ignored }));
  };
  medium.addEventListener("seeked", measureSeek);
  return {
    adjust,
    move,
    position: () => position,
    stop: () => {
      pauseTimer();
      medium.removeEventListener("seeked", measureSeek);
    },
  };
}
