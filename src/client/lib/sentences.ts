/** Joins messages into one text. Several get a full stop each. */
export const sentences = (messages: readonly string[]): string =>
  messages.length === 1 ? messages.join() : messages.map((message) => message.replace(/[^.]$/, '$&.')).join(' ');
