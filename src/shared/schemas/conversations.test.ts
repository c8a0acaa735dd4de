import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleFromMessage } from './conversations';

describe('the title of a message', () => {
  it('is the message itself up to 50 characters', () => {
    expect(titleFromMessage('What moves rates?')).toBe('What moves rates?');
    expect(titleFromMessage('x'.repeat(50))).toBe('x'.repeat(50));
  });

  it('is its first 50 characters and three dots if it is longer', () => {
    expect(titleFromMessage('x'.repeat(51))).toBe(`${'x'.repeat(50)}...`);
    expect(titleFromMessage('y'.repeat(2000))).toBe(`${'y'.repeat(50)}...`);
  });

  it('is a single line without surrounding spaces', () => {
    expect(titleFromMessage('  One\n\ntwo\t three  ')).toBe('One two three');
  });

  it('is "New Chat" for a message with only files', () => {
    for (const nothing of ['', '   ', '\n\t']) expect(titleFromMessage(nothing)).toBe('New Chat');
  });

  it('never ends in half a surrogate pair', () => {
    expect(titleFromMessage(`${'x'.repeat(49)}🙂 and more`)).toBe(`${'x'.repeat(49)}...`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (content) => {
        const title = titleFromMessage(content);
        return title.isWellFormed() && title.length > 0 && title.length <= 53 && !title.includes('\n');
      }),
    );
  });
});
