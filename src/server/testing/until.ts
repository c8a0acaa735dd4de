/** Waits for something to come about; the deadline is generous, because it is not what is tested. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; n < 1000; n++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not come about');
}
