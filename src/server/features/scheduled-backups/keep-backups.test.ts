import { describe, expect, it } from 'vitest';
import { utcDay } from '~/shared/utc-day';
import { chooseExpired, chooseShared, nameOf, type StoredBackup } from './keep-backups';

const stored = (day: string, isVerified = true, isDamaged = false): StoredBackup => {
  const at = new Date(`${day.includes('T') ? day : `${day}T03:00:00`}Z`);
  return { name: nameOf(at), at, isVerified, isDamaged };
};
const days = (backups: StoredBackup[]) => backups.map(({ at }) => utcDay(at));
const now = new Date('2026-11-23T04:00:00Z');
const newestFirst = (backups: StoredBackup[]) => [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());

function keptOf(backups: StoredBackup[], keep: { daily: number; weekly: number }, moment = now): string[] {
  const expired = new Set(chooseExpired(newestFirst(backups), keep, moment));
  return days(newestFirst(backups).filter(({ name }) => !expired.has(name)));
}

describe('retention', () => {
  const month = Array.from({ length: 30 }, (_, n) => {
    const at = new Date(Date.UTC(2026, 10, 23 - n, 3));
    return stored(at.toISOString().slice(0, 19));
  });

  it('keeps the last days, and the newest backup of the last weeks', () => {
    // Mondays: 23, 16, 9 and 2 Nov. The newest backup of a week is from Sunday.
    const kept = keptOf(month, { daily: 3, weekly: 3 });
    expect(kept).toEqual(['2026-11-23', '2026-11-22', '2026-11-21', '2026-11-15']);
  });

  it('keeps one per day, the newest', () => {
    const twice = [stored('2026-11-23T03:00:00'), stored('2026-11-23T02:00:00'), stored('2026-11-22')];
    expect(chooseExpired(twice, { daily: 7, weekly: 0 }, now)).toEqual(['backup-2026-11-23T020000Z']);
  });

  it('deletes nothing because of a pause or a clock that jumped ahead', () => {
    const old = [stored('2026-05-03'), stored('2026-05-02'), stored('2026-05-01')];
    expect(keptOf(old, { daily: 3, weekly: 1 }, new Date('2099-01-01'))).toHaveLength(3);
  });

  it('keeps backups dated in the future, and does not count them', () => {
    const kept = keptOf([stored('2099-01-01'), stored('2026-11-23'), stored('2026-11-22')], { daily: 1, weekly: 0 });
    expect(kept).toEqual(['2099-01-01', '2026-11-23']);
  });

  it('never lets unverified backups replace verified ones', () => {
    const failed = ['23', '22', '21', '20'].map((day) => stored(`2026-11-${day}`, false));
    const kept = keptOf([...failed, stored('2026-11-19'), stored('2026-11-18')], { daily: 2, weekly: 0 });
    expect(kept).toEqual(['2026-11-23', '2026-11-22', '2026-11-19', '2026-11-18']);
  });
});

describe('files are shared', () => {
  const nameOfOne = ({ name }: StoredBackup) => name;
  const verified = stored('2026-11-20');
  const interrupted = stored('2026-11-21', false);
  const damaged = stored('2026-11-22', false, true);

  it('with the newest verified backup, whether or not later ones were interrupted', () => {
    const newest = stored('2026-11-22', false);
    expect(chooseShared([newest, interrupted, verified])[0]).toBe(verified.name);
  });

  it('with the newest interrupted one if the verified one has another passphrase, or if there is none', () => {
    const newest = stored('2026-11-22', false);
    expect(chooseShared([newest, interrupted, verified])).toEqual([verified, newest, interrupted].map(nameOfOne));
    expect(chooseShared([newest, interrupted])).toEqual([newest, interrupted].map(nameOfOne));
    expect(chooseShared([])).toEqual([]);
  });

  it('with none after a damaged one, until the next is verified', () => {
    expect(chooseShared([damaged, interrupted, verified])).toEqual([]);
    const next = stored('2026-11-23');
    expect(chooseShared([next, damaged, interrupted, verified])).toEqual([next.name]);
    const unverified = stored('2026-11-23', false);
    expect(chooseShared([unverified, damaged, interrupted, verified])).toEqual([unverified.name]);
  });
});
