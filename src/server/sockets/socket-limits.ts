/**
 * Limits of one socket. A page follows a few conversations and sends few requests. Requests beyond the limits get an
 * error; flooding closes the socket. The size of a frame is limited where sockets are created (ws.ts).
 */
export const socketLimits = {
  /** Conversations followed at once over one socket. */
  subscriptions: 50,
  /** Requests without a response yet. */
  callsInFlight: 32,
  /** Requests in one frame, as in one HTTP batch. */
  callsInFrame: 20,
  /** Burst of frames, and the rate at which it refills. */
  frames: { burst: 500, perSecond: 100 },
} as const;

/** The WebSocket close code for a policy violation. */
export const floodCode = 1008;

/** Counts the frames of one socket; returns false above its limit. */
export function createFrameMeter(now: () => number = () => performance.now()): () => boolean {
  const { burst, perSecond } = socketLimits.frames;
  let left: number = burst;
  let at = now();
  return () => {
    const moment = now();
    left = Math.min(burst, left + ((moment - at) / 1000) * perSecond);
    at = moment;
    if (left < 1) return false;
    left--;
    return true;
  };
}
