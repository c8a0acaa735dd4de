import { expect, it } from 'vitest';
import { asksForWhole } from './question-words';

it.each(['Summarize the report', 'What are the key points of this document?', 'Fasse den Bericht zusammen', 'tl;dr'])(
  '%s is about the whole file',
  (question) => {
    expect(asksForWhole(question)).toBe(true);
  },
);

it.each(['What are the biggest risks?', 'Summarize the litigation', 'Wie hoch war der Umsatz?'])(
  '%s is about a part of it',
  (question) => {
    expect(asksForWhole(question)).toBe(false);
  },
);
