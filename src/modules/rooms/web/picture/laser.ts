import { create } from "zustand";

interface LaserState {
  /** Whether the pointer of this tab leaves a trail. */
  on: boolean;
}

export const useLaser = create<LaserState>()(() => ({ on: false }));

export function toggleLaser(): void {
  useLaser.setState(({ on }) => ({ on: !on }));
}
