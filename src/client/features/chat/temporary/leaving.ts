/** Ends what was left, unless it is entered again at once: React may mount parts anew, and users go back. */
export function createLeaving(patienceMs: number) {
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
      }, patienceMs);
      left.set(id, timer);
    },
  };
}
