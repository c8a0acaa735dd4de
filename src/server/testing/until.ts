interface Options {
  withinMs?: number;
  /** Printed if the condition is not met. */
  details?: () => string;
}

/** Waits for a condition. The deadline only ends a test that hangs: a busy machine may need much longer than usual. */
export async function until(
  check: () => Promise<boolean> | boolean,
  what = 'a condition',
  { withinMs = 120_000, details = () => '' }: Options = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${what}\n${details()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
