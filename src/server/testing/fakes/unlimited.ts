import type { RateLimiter } from '~/server/lib/rate-limit';

/** Never limits, for tests that send more than any limit allows. */
export const unlimited: RateLimiter = { consume: async () => {}, refund: async () => {}, reset: async () => {} };
