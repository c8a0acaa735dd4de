import { expect, it } from 'vitest';
import { withTextFragment } from './text-fragment';

it('links to a short passage, and to the start and end of a long one', () => {
  expect(withTextFragment('https://a.example/p#top', 'Rates fell, by 2-3 %.')).toBe(
    'https://a.example/p#:~:text=Rates%20fell%2C%20by%202%2D3%20%25.',
  );
  expect(withTextFragment('https://a.example', 'one two three four five six seven eight nine ten eleven twelve')).toBe(
    'https://a.example#:~:text=one%20two%20three%20four%20five,eight%20nine%20ten%20eleven%20twelve',
  );
});

it('returns the URL unchanged without a passage', () => {
  expect(withTextFragment('https://a.example/p#top', undefined)).toBe('https://a.example/p#top');
  expect(withTextFragment('https://a.example/p', ' ** ')).toBe('https://a.example/p');
});
