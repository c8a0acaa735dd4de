/**
 * Deletes a temporary conversation after the user leaves it. Waits briefly, because React may remount the page and
 * users may go back.
 */
export function createLeaving(maxWaitMs: number) {
  const left = new Map<string, ReturnType<typeof setTimeout>>();
  function enter(id: string): void {
    clearTimeout(left.get(id));
    left.delete(id);
  }
  return {
    enter,
    leave(id: string, end: () => void): void {
      enter(id);
      const timer = setTimeout(() => {
        left.delete(id);
        end();
      }, maxWaitMs);
      left.set(id, timer);
    },
  };
}
