/** Items as the vendors document them: https://platform.openai.com/docs/guides/tools-web-search and https://docs.x.ai/docs/guides/tools/overview. */
import { describe, expect, it } from 'vitest';
import { hostedStep } from './hosted-step';

const search = (action: object) => ({ id: 'ws_1', type: 'web_search_call', status: 'completed', action });
const call = (name: string, input: unknown) => ({ type: 'custom_tool_call', name, input: JSON.stringify(input) });

describe('a step of a hosted search', () => {
  it.each<[string, Record<string, unknown>, string, string, string?]>([
    ['its query', search({ type: 'search', query: 'ECB deposit rate' }), 'web_search', "Searching 'ECB deposit rate'"],
    ['its first query', search({ type: 'search', queries: ['a', 'b'] }), 'web_search', "Searching 'a'"],
    ['no query', search({ type: 'search', query: '' }), 'web_search', 'Searching the web'],
    ['no action', { id: 'ws_1', type: 'web_search_call' }, 'web_search', 'Searching the web'],
    [
      'the opened page',
      search({ type: 'open_page', url: 'https://www.ecb.europa.eu/rates' }),
      'web_page',
      'Reading ecb.europa.eu',
      'https://www.ecb.europa.eu/rates',
    ],
    [
      'the page in which it searches',
      search({ type: 'find_in_page', url: 'https://a.example/1', pattern: 'rate' }),
      'web_page',
      'Reading a.example',
      'https://a.example/1',
    ],
    ['no address', search({ type: 'open_page', url: 'javascript:alert(1)' }), 'web_search', 'Searching the web'],
    ['the query of xAI', call('web_search', { query: 'rates' }), 'web_search', "Searching 'rates'"],
    [
      'an opened page of xAI',
      call('browse_page', { url: 'https://a.example/2', instructions: 'Sum up.' }),
      'web_page',
      'Reading a.example',
      'https://a.example/2',
    ],
    ['a page without an address', call('browse_page', {}), 'web_page', 'Reading a page'],
    ['the query on X', call('x_keyword_search', { query: 'rates' }), 'x_search', "Searching X for 'rates'"],
    ['half a JSON', { ...call('web_search', {}), input: '{"query":"ra' }, 'web_search', 'Searching the web'],
    ['a search in collections', { type: 'file_search_call' }, 'collection_search', 'Searching collections'],
    ['another tool', { type: 'code_interpreter_call' }, 'tool', 'Using a tool'],
  ])('names %s', (_name, item, kind, label, page) => {
    expect(hostedStep(item)).toEqual({ kind, label, ...(page && { page }) });
  });

  it('has a short label that can be stored', () => {
    const { label } = hostedStep(search({ type: 'search', query: `a\u0000b\n${'c'.repeat(500)}\ud800` }));
    expect(label.length).toBeLessThanOrEqual(200);
    expect(label).toMatch(/^Searching 'a b c+/);
    expect(label.isWellFormed()).toBe(true);
  });
});
