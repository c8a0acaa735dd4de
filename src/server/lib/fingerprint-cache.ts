/**
 * Caches the last result by database, with a key of its inputs, so that it is not calculated again for each reader.
 */
export function createFingerprintCache<Reading>() {
  const known = new WeakMap<object, { fingerprint: string; reading: Promise<Reading> }>();
  return (database: object, fingerprint: string, calculate: () => Promise<Reading>): Promise<Reading> => {
    const before = known.get(database);
    if (before?.fingerprint === fingerprint) return before.reading;
    const reading = calculate();
    known.set(database, { fingerprint, reading });
    // After a failure, the next reader tries again.
    reading.catch(() => {
      if (known.get(database)?.reading === reading) known.delete(database);
    });
    return reading;
  };
}
