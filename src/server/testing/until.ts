const withinMs = 120_000;

/** Waits for a condition. The deadline only ends a test that hangs: a busy machine may need much longer than usual. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('condition not met in time');
}
