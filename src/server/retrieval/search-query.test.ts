import { expect, it } from 'vitest';
import { searchQuery } from './search-query';

const margins = "How did ASML's operating margin develop in 2024?";

it.each([
  'and last year?',
  'Thanks',
  'Yes please',
  'Continue',
  'Why?',
  'Tell me more',
  'As a table, please',
  'Und letztes Jahr?',
  "Et l'année dernière ?",
  '¿Y el año pasado?',
])('%s is searched as the question before it', (message) => {
  expect(searchQuery(message, ['How did rates move?', margins])).toBe(margins);
});

it.each([
  'And Canon?',
  'What about Canon and Nikon?',
  'What is its net debt?',
  'And in 2023?',
  'Margins?',
  'Net margin and theirs?',
])('%s is searched together with the question before it', (message) => {
  expect(searchQuery(message, [margins])).toBe(`${margins}\n${message}`);
});

it.each([
  'Tell me about Canon',
  'What is EBITDA?',
  'What was the revenue of Canon in 2023?',
  "What is Accenture's IT spending?",
  'Canon revenue 2023',
  'Summarize the report',
  'What does this report say about dividends?',
  'How did it change its dividends, buybacks and acquisitions?',
  'Wie hoch war der Umsatz von Canon?',
  '',
])('%s is searched alone', (message) => {
  expect(searchQuery(message, [margins])).toBe(message);
});

it('goes back to the message with the subject', () => {
  expect(searchQuery('And in 2022?', [margins, 'And in 2023?', 'Thanks'])).toBe(
    `${margins}\nAnd in 2023?\nAnd in 2022?`,
  );
  expect(searchQuery('Thanks', [])).toBe('Thanks');
  expect(searchQuery('Thanks', ['Hi', 'Go on'])).toBe('Hi');
});
