/**
 * Yields the results in the order of the tasks. Up to `ahead` tasks run while the caller works on a result, so that a
 * database can work at the same time. Throws the first error; tasks still running then are not awaited.
 */
export async function* mapConcurrently<T>(
  tasks: readonly (() => Promise<T>)[],
  ahead: number,
): AsyncGenerator<T, void> {
  const running: Promise<T>[] = [];
  let next = 0;
  const start = () => {
    const task = tasks[next++];
    if (!task) return;
    const result = task();
    // Reported in its turn, or not at all after an earlier error.
    result.catch(() => {});
    running.push(result);
  };
  while (running.length < ahead && next < tasks.length) start();
  for (let first = running.shift(); first; first = running.shift()) {
    const result = await first;
    start();
    // Started requests are sent only when the event loop turns.
    await new Promise((resolve) => setImmediate(resolve));
    yield result;
  }
}
