import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, rateLimits } from './rate-limit';

/** "15 min", "1 h" as in the document. */
const formatWait = (seconds: number) => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

describe('docs/rate-limits.md', () => {
  const document = readFileSync('docs/rate-limits.md', 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` \| (\d+) \| ([^|]+) \| (.+) \|$/gm)];

  it('lists every limit of the table with its numbers, and no others', () => {
    const listed = rows.map(([, name, points, within]) => ({ name, points: Number(points), within }));
    const table = Object.entries(rateLimits).map(([name, { points, duration }]) => ({
      name,
      points: points as number,
      within: formatWait(duration),
    }));
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
      String(a.name).localeCompare(String(b.name));
    expect(listed.sort(byName)).toEqual(table.sort(byName));
  });

  it('describes what each one counts', () => {
    for (const [, name, , , counts] of rows) expect({ name, says: counts?.length }).not.toEqual({ name, says: 0 });
  });
});

describe('a limit', () => {
  it('allows the given number of attempts, then fails with a message and a time to wait', async () => {
    const limiter = createRateLimiter(null);
    for (let n = 0; n < rateLimits.waitlistByAddress.points; n++)
      await limiter.consume('waitlistByAddress', '192.0.2.1');
    const refusal = await limiter.consume('waitlistByAddress', '192.0.2.1').catch((error) => error);
    expect(refusal).toMatchObject({ code: 'too_many', message: rateLimits.waitlistByAddress.words });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
    await limiter.consume('waitlistByAddress', '192.0.2.2');
    await limiter.reset('waitlistByAddress', '::ffff:192.0.2.1');
    await limiter.consume('waitlistByAddress', '192.0.2.1');
  });

  it('counts a customer’s IPv6 addresses together, and all invalid addresses as one', async () => {
    const limiter = createRateLimiter(null);
    const tries = (addresses: string[]) =>
      Promise.allSettled(addresses.map((address) => limiter.consume('waitlistByAddress', address)));
    const refused = async (addresses: string[]) =>
      (await tries(addresses)).filter(({ status }) => status === 'rejected').length;
    expect(await refused(Array.from({ length: 20 }, (_, n) => `2001:db8:1:2:${n.toString(16)}::${n}`))).toBe(15);
    expect(await refused(['2001:db8:1:3::1'])).toBe(0);
    expect(await refused(Array.from({ length: 20 }, (_, n) => `made up ${n}`))).toBe(15);
  });

  it('by account uses the account as it is', async () => {
    const limiter = createRateLimiter(null);
    for (let n = 0; n < 10; n++) await limiter.consume('passwordByAccount', 'ada@example.com');
    await expect(limiter.consume('passwordByAccount', 'ada@example.com')).rejects.toMatchObject({ code: 'too_many' });
    await limiter.consume('passwordByAccount', 'bob@example.com');
    await limiter.refund('passwordByAccount', 'ada@example.com');
    await limiter.refund('passwordByAccount', 'ada@example.com');
    await limiter.consume('passwordByAccount', 'ada@example.com');
  });
});
