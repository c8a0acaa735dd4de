import { expect, it } from 'vitest';
import { AnswerText } from './answer-text';
import { EndpointMemory } from './endpoint-memory';

it.each(['Rates: x <', '<', 'Use </', '  <thin', 'In <b', 'Rates fell.'])(
  'keeps the end of a message before the paragraph of the next one: %j',
  (first) => {
    const text = new AnswerText(new EndpointMemory());
    text.push(first, [], 'message 1');
    text.push('Then they rose.', [], 'message 2');
    text.end([]);
    expect(text.shown).toBe(`${first}\n\nThen they rose.`);
    expect(text.shown.slice(text.placeOf(0, 'message 2'))).toBe('Then they rose.');
  },
);

it('has a text of a known message only if that much of the message has arrived', () => {
  const text = new AnswerText(new EndpointMemory());
  text.push('Yes. Rates fell.', [], 'message 1');
  expect(text.has('Yes. Rates fell.', 'message 1', 0)).toBe(true);
  expect(text.has('Yes.', 'message 1', 16)).toBe(false);
  expect(text.has('Rates fell.', 'the same under another name', 0)).toBe(true);
});
