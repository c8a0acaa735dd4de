/**
 * Deletes a temporary conversation after the user leaves it. Waits briefly, because React may remount the page and
 * users may go back.
 */
export function createDeferredDelete(maxWaitMs: number) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  function cancel(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }
  return {
    cancel,
    schedule(id: string, end: () => void): void {
      cancel(id);
      const timer = setTimeout(() => {
        timers.delete(id);
        end();
      }, maxWaitMs);
      timers.set(id, timer);
    },
  };
}
