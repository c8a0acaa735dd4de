/** The events of a stream of which the first is requested now, before it is iterated. */
export function askedAtOnce<Event>(stream: AsyncIterable<Event>): AsyncIterable<Event> {
  const events = stream[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Event>> | undefined = events.next();
  // A failure is reported by the iteration, and to nobody if there is none.
  first.catch(() => {});
  const next = () => {
    const given = first ?? events.next();
    first = undefined;
    return given;
  };
  const end = async (): Promise<IteratorResult<Event>> => (await events.return?.()) ?? { done: true, value: undefined };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
