/**
 * A time span by the clock of the machine. It also ends when the clock is set back to before its start, which would
 * otherwise prolong it by as much. `performance.now()` would not count the time that the machine sleeps.
 */
export interface Pause {
  from: number;
  until: number;
}

export const pauseFor = (ms: number, now = Date.now()): Pause => ({ from: now, until: now + ms });

export const isPaused = (pause: Pause | undefined, now = Date.now()): boolean =>
  pause !== undefined && now >= pause.from && now < pause.until;
