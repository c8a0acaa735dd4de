/** Thoughts within the text of an answer, with the text cut at every character. */
import { describe, expect, it } from 'vitest';
import { ReasoningTags } from './reasoning-tags';

function read(pieces: readonly string[]) {
  const said = { text: '', thought: '', habits: [] as boolean[] };
  const tags = new ReasoningTags({
    get shown() {
      return said.text;
    },
    text: (text) => {
      said.text += text;
    },
    reasoning: (text) => {
      said.thought += text;
    },
    recall: (isHabit) => {
      said.thought += said.text;
      said.text = '';
      said.habits.push(isHabit);
    },
    confirmHabit: () => {},
    takeBack: (characters) => {
      said.thought = said.thought.slice(0, -characters);
    },
  });
  for (const piece of pieces) tags.push(piece);
  tags.end();
  return said;
}

/** In one piece, in two that meet at each character, and character by character. */
const cuts = (text: string) => [[text], ...[...text].map((_, at) => [text.slice(0, at), text.slice(at)]), [...text]];

describe('the channel of Gemma 4', () => {
  // https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4, https://github.com/jundot/omlx/issues/2533
  it.each<[string, string, { text: string; thought: string }]>([
    [
      'is a thought',
      '<|channel>thought\nThey ask.<channel|>Rates fell.',
      { text: 'Rates fell.', thought: '\nThey ask.' },
    ],
    ['may be empty', '<|channel>thought\n<channel|>\nRates fell.', { text: 'Rates fell.', thought: '\n' }],
    ['may have only its end', '<channel|>Rates fell.', { text: 'Rates fell.', thought: '' }],
    [
      'may have only its end, after a thought',
      'They ask.<channel|>Rates fell.',
      { text: 'Rates fell.', thought: 'They ask.' },
    ],
    [
      'is text in code',
      'It ends with `<channel|>`, as in:\n\n```\nHm.<channel|>\n```\n',
      { text: 'It ends with `<channel|>`, as in:\n\n```\nHm.<channel|>\n```\n', thought: '' },
    ],
    [
      'is text in the middle of an answer',
      'A <|channel>thought begins.',
      { text: 'A <|channel>thought begins.', thought: '' },
    ],
    ['is not that of gpt-oss', '<|channel|>analysis<|message|>Hm.<|end|>Yes.', { text: 'Yes.', thought: 'Hm.' }],
  ])('%s', (_name, text, expected) => {
    for (const pieces of cuts(text))
      expect(read(pieces)).toEqual({ ...expected, habits: expect.not.arrayContaining([true]) });
  });
});

it.each([
  ['<think>Is [x] < 3 or <b>?</think>Yes.', 'Is [x] < 3 or <b>?'],
  ['[THINK]Is [x] < 3 or <b>?[/THINK]Yes.', 'Is [x] < 3 or <b>?'],
])('brackets in a thought do not hide its end: %s', (text, thought) => {
  for (const pieces of cuts(text)) expect(read(pieces)).toEqual({ text: 'Yes.', thought, habits: [] });
});

it('a tag that ends without its start is a habit of the model', () => {
  for (const pieces of cuts('They ask.\n</think>\nYes.'))
    expect(read(pieces)).toEqual({ text: 'Yes.', thought: 'They ask.\n', habits: [true] });
});
