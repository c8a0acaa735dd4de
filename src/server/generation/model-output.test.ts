import { expect, it } from 'vitest';
import type { ModelEvent } from '~/server/providers/llm/types';
import { ModelOutput } from './model-output';

function outputOf(...events: (ModelEvent | string)[]): ModelOutput {
  const output = new ModelOutput();
  for (const event of events) output.take(typeof event === 'string' ? { type: 'text', text: event } : event);
  return output;
}

const cited = (start: number, end: number): ModelEvent => ({
  type: 'citation',
  citation: { source: 'ecb.example', url: 'https://ecb.example', start, end },
});

it('moves thoughts that are marked in several rounds out of the text, and citations to their places in it', () => {
  const streamed = 'Hm.Rates fell.Now what?Prices rose.';
  const output = outputOf(
    { type: 'reasoning', text: 'Well. ' },
    'Hm.',
    cited(0, 3),
    { type: 'recall', from: 0 },
    'Rates fell.',
    'Now what?',
    { type: 'recall', from: streamed.indexOf('Now') },
    'Prices rose.',
    cited(streamed.indexOf('Rates'), streamed.indexOf('Now')),
    cited(streamed.indexOf('Now'), streamed.indexOf('Prices')),
    cited(streamed.indexOf('Prices'), streamed.length),
  );
  expect(output.text).toBe('Rates fell.Prices rose.');
  expect(output.reasoning).toBe('Well. Hm.Now what?');
  expect(output.citations.map(({ start, end }) => output.text.slice(start, end))).toEqual([
    'Rates fell.',
    'Prices rose.',
  ]);
});

it('keeps the end of thoughts that belongs to the text, the last usage, and whether it is whole', () => {
  const output = outputOf(
    { type: 'reasoning', text: 'Hm. Rates fell.' },
    { type: 'not_reasoning', characters: 11 },
    'Rates fell.',
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } },
  );
  expect(output).toMatchObject({ text: 'Rates fell.', reasoning: 'Hm. ', isEmpty: false, isWhole: false });
  output.take({ type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } });
  output.take({ type: 'done', model: 'nova-2' });
  expect(output).toMatchObject({ usage: { inputTokens: 3, outputTokens: 4 }, isWhole: true });
  expect(new ModelOutput().isEmpty).toBe(true);
});
