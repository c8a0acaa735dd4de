/**
 * The events of a stream whose first event is requested now, before iteration starts. The second one follows in a later
 * turn of the event loop: events that arrive together must not delay the first, which is on its way to the subscribers.
 */
export function startEagerly<Event>(stream: AsyncIterable<Event>): AsyncIterable<Event> {
  const events = stream[Symbol.asyncIterator]();
  const first = events.next();
  // The iteration reports the error; without one it is ignored.
  first.catch(() => {});
  const second = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return events.next();
  };
  let taken = 0;
  const next = () => {
    taken++;
    if (taken > 2) return events.next();
    return taken === 1 ? first : second();
  };
  const end = async (): Promise<IteratorResult<Event>> => (await events.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
