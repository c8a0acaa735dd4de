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
