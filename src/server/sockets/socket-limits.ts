/**
 * What one socket may ask of the server. A page watches a few conversations and calls seldom; whoever asks for more is
 * refused in words, and whoever floods loses the socket. The size of a frame is bounded where sockets are made (ws.ts).
 */
export const socketLimits = {
  /** Conversations watched at once over one socket. */
  subscriptions: 50,
  /** Calls that are not answered yet. */
  callsInFlight: 32,
  /** Calls in one frame, as over HTTP. */
  callsInFrame: 20,
  /** Frames at once, and how many more each second. */
  frames: { burst: 500, perSecond: 100 },
} as const;

/** WebSocket's own code for a peer that breaks the rules. */
export const floodCode = 1008;

/** Counts the frames of one socket; false when there are more than it may send. */
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
