/** Reports how long responses took, without asserting: a test that asserts time fails on a busy machine. */
export interface Stopwatch {
  time<T>(work: () => Promise<T>): Promise<T>;
  /** One line: count, median, slow end, slowest. */
  report(): void;
}

export function createStopwatch(name: string): Stopwatch {
  const times: number[] = [];
  const at = (share: number) => times[Math.max(0, Math.ceil(times.length * share) - 1)]?.toFixed(1);
  return {
    async time(work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        times.push(performance.now() - start);
      }
    },
    report() {
      times.sort((a, b) => a - b);
      console.log(`${name}: ${times.length} inputs, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`);
    },
  };
}
