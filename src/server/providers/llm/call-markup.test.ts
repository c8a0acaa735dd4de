/** Calls within the text of an answer, with the text cut at every character. */
import { expect, it } from 'vitest';
import { CallMarkup } from './call-markup';

function read(pieces: readonly string[], hasCalls = false) {
  let text = '';
  const markup = new CallMarkup(
    () => text,
    (more) => {
      text += more;
    },
  );
  for (const piece of pieces) markup.push(piece);
  const isUnparsed = markup.end(hasCalls);
  return { text, isUnparsed };
}

/** In one piece, in two that meet at each character, and character by character. */
const cuts = (text: string) => [[text], ...[...text].map((_, at) => [text.slice(0, at), text.slice(at)]), [...text]];

/** No other text has these tokens. */
const certainCalls = [
  '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search_web">',
  '<|DSML|function_calls>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.search_web:0',
];
/** An answer may show such a call. */
const likelyCalls = [
  '<tool_call>\n{"name": "search_web", "arguments": {}}\n</tool_call>',
  '<tool_call>\n<function=search_web>',
  '<tool_call>search_web\n<arg_key>query</arg_key>',
  '<tool_call>list_files\n</tool_call>',
  '[TOOL_CALLS][{"name": "search_web", "arguments": {}}]',
  '[TOOL_CALLS]search_web[ARGS]{"query": "x"}',
];
const calls = [...certainCalls, ...likelyCalls];

it.each(calls)('%s is a call, not text', (call) => {
  for (const pieces of cuts(`\n\n${call}`)) expect(read(pieces)).toEqual({ text: '\n\n', isUnparsed: true });
});

it.each(certainCalls)('%s is a call after text, too', (call) => {
  for (const pieces of cuts(`Let me see [1].\n\n${call}`))
    expect(read(pieces)).toEqual({ text: 'Let me see [1].\n\n', isUnparsed: true });
});

it.each(likelyCalls)('%s is a call after text, which may be about it: it is kept', (call) => {
  const text = `Let me see [1].\n\n${call}\n\nAnd more.`;
  for (const pieces of cuts(text)) expect(read(pieces)).toEqual({ text, isUnparsed: true });
});

it.each(calls)('%s is dropped beside a call that was parsed', (call) => {
  for (const pieces of cuts(call)) expect(read(pieces, true)).toEqual({ text: '', isUnparsed: false });
});

it.each(['<｜DSML｜', '<tool_call>', '[TOOL_CALLS]'])(
  '%s at the end is the rest of a call that was parsed',
  (token) => {
    for (const pieces of cuts(`Let me see.${token}`))
      expect(read(pieces, true)).toEqual({ text: 'Let me see.', isUnparsed: false });
  },
);

it.each([
  ...calls.map((call) => `It writes:\n\n\`\`\`\n${call}\n\`\`\`\n`),
  ...calls.map((call) => `It writes:\n\n\`\`\`\`md\n\`\`\`\n${call}\n\`\`\`\n\`\`\`\`\n`),
  'It writes `<｜DSML｜function_calls>` and `<tool_call>{}`.',
  'Models write <tool_call> and [TOOL_CALLS] tokens.',
  'Models write <tool_call></tool_call> around it, and then <tool_response>.',
  'It ends with <tool_call>',
  'It ends with <tool',
  'Rates fell [[1]](https://ecb.example/1), a < b.',
])('%s is text', (text) => {
  for (const pieces of cuts(text)) expect(read(pieces)).toEqual({ text, isUnparsed: false });
});
