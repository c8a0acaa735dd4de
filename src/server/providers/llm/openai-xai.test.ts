import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ModelScript } from '~/server/testing/fakes/model-script';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { ask, collect } from './contract-suite';
import { createOpenAiModel } from './openai';
import type { ModelEvent } from './types';

describe('answers of xAI', () => {
  let xai: ModelServer;
  beforeAll(async () => {
    xai = await startModelServer({ flavour: 'xai' });
  });
  afterAll(() => xai.close());
  afterEach(() => expect(xai.requests.at(-1)?.path).toBe('/v1/responses'));

  const answer = async (script: ModelScript) => {
    xai.queue(script);
    const model = createOpenAiModel({ apiKey: 'xai-test', baseUrl: xai.baseUrl, model: 'grok', api: 'responses' });
    return collect(model.stream(ask('What is new?'), new AbortController().signal));
  };
  const cited = (events: readonly ModelEvent[]) =>
    events.flatMap((event) => (event.type === 'citation' ? (event.citation.url ?? '') : []));

  it('shows X search, which comes as a custom tool call, and web search as activities', async () => {
    const events = await answer({ text: 'Done.', searches: ['x_search', 'web_search'] });
    expect(events.filter(({ type }) => type === 'activity')).toEqual(
      [
        ['x_search', 'Searching X', 'running'],
        ['x_search', "Searching X for 'query 0'", 'running', 'Searching X'],
        ['x_search', "Searching X for 'query 0'", 'done'],
        ['web_search', 'Searching the web', 'running'],
        ['web_search', "Searching 'query 1'", 'running', 'Searching the web'],
        ['web_search', "Searching 'query 1'", 'done'],
      ].map(([kind, label, state, replaces]) => ({
        type: 'activity',
        activity: { kind, label, state },
        ...(replaces && { replaces }),
      })),
    );
  });

  it('accepts annotations without a title, and ignores a title that is only a number', async () => {
    const events = await answer({
      text: 'A.',
      citations: [{ url: 'https://a.example/1' }, { url: 'https://b.example/2', title: '2' }],
    });
    expect(events.filter(({ type }) => type === 'citation')).toEqual([
      { type: 'citation', citation: { source: 'a.example', url: 'https://a.example/1' } },
      { type: 'citation', citation: { source: 'b.example', url: 'https://b.example/2' } },
    ]);
  });

  it('does not count found pages without annotations as cited', async () => {
    const events = await answer({
      text: 'A.',
      citations: [{ url: 'https://a.example/1' }],
      sourcesSeen: ['https://a.example/1', 'https://b.example/2'],
    });
    expect(cited(events)).toEqual(['https://a.example/1']);
  });

  it('uses numbered links in the text as citations if there are no annotations', async () => {
    const text = 'Rates fell [[1]](https://en.wikipedia.org/wiki/Rate_(finance)) again.[[2]](https://b.example/2)';
    const events = await answer({
      text,
      sourcesSeen: ['https://en.wikipedia.org/wiki/Rate_(finance)', 'https://b.example/2', 'https://c.example/3'],
    });
    expect(cited(events)).toEqual(['https://en.wikipedia.org/wiki/Rate_(finance)', 'https://b.example/2']);
    const first = events.find((event) => event.type === 'citation');
    expect(first?.type === 'citation' && text.slice(first.citation.start, first.citation.end)).toBe(
      '[[1]](https://en.wikipedia.org/wiki/Rate_(finance))',
    );
  });

  it('does not count a link that no search has found as a source', async () => {
    const text = 'Rates fell [[1]](https://made-up.example) and [again](https://b.example/2).';
    expect(cited(await answer({ text }))).toEqual([]);
    expect(cited(await answer({ text, sourcesSeen: ['https://b.example/2'] }))).toEqual(['https://b.example/2']);
  });

  it('counts a source as cited only when its URL is in the text', async () => {
    const events = await answer({
      text: 'See https://a.example/report. Nothing else.',
      sourcesSeen: ['https://a.example/report', 'https://a.example/', 'https://b.example/2'],
    });
    expect(cited(events)).toEqual(['https://a.example/report']);
  });

  it('cites nothing when the model cites nothing', async () => {
    expect(cited(await answer({ text: 'I think so.', sourcesSeen: ['https://a.example/'] }))).toEqual([]);
  });

  it('ignores URLs that users cannot open', async () => {
    const citations = [{ url: 'collections://c/files/f' }, { url: 'javascript:alert(1)' }, { url: 'no address' }];
    expect(cited(await answer({ text: 'A.', citations }))).toEqual([]);
  });
});
