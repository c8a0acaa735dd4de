/** The events of a stream whose first event is requested now, before iteration starts. */
export function startEagerly<Event>(stream: AsyncIterable<Event>): AsyncIterable<Event> {
  const events = stream[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Event>> | undefined = events.next();
  // The iteration reports the error; without one it is ignored.
  first.catch(() => {});
  const next = () => {
    const result = first ?? events.next();
    first = undefined;
    return result;
  };
  const end = async (): Promise<IteratorResult<Event>> => (await events.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
