import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '~/server/testing/fakes/embedding-server';
import { createEmbedder } from './endpoint-embedder';

let vendor: EmbeddingServer;
beforeAll(async () => {
  vendor = await startEmbeddingServer();
});
afterAll(() => vendor.close());
beforeEach(() => {
  vendor.usage = undefined;
  vendor.longestText = Number.POSITIVE_INFINITY;
});

const embed = async (texts: string[], model = 'small') => {
  const connection = { apiKey: '', baseUrl: vendor.baseUrl, headers: {}, proxyUrl: undefined };
  const { vectors, tokens } = await createEmbedder(connection, model).embedPassages(texts, AbortSignal.timeout(5000));
  expect(vectors).toHaveLength(texts.length);
  return tokens;
};

describe('the tokens of embeddings', () => {
  it('are those that the endpoint reports', async () => {
    vendor.usage = () => ({ prompt_tokens: 7, total_tokens: 7 });
    expect(await embed(['one', 'two'])).toEqual({ reported: 7, unreported: [] });
  });

  it('are the total if the endpoint reports no other number', async () => {
    vendor.usage = () => ({ total_tokens: 9 });
    expect(await embed(['one'])).toEqual({ reported: 9, unreported: [] });
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['a text', 'many'],
    ['empty', {}],
    ['zero', { prompt_tokens: 0, total_tokens: 0 }],
    ['negative', { prompt_tokens: -5 }],
    ['a fraction', { prompt_tokens: 1.5 }],
    ['a number as text', { prompt_tokens: '12' }],
    ['more than a request can have', { prompt_tokens: 1e12 }],
  ])('are estimated if usage is %s', async (_kind, usage) => {
    vendor.usage = () => usage;
    expect(await embed(['one', 'two'])).toEqual({ reported: 0, unreported: ['one', 'two'] });
  });

  it('of an estimated text include the model’s prefix', async () => {
    vendor.usage = () => undefined;
    expect((await embed(['one'], 'nomic-embed-text')).unreported).toEqual(['search_document: one']);
  });

  it('of a list that was rejected and sent in parts are added up', async () => {
    vendor.longestText = 150;
    vendor.usage = (texts) => (texts.includes('three') ? undefined : { prompt_tokens: 4 });
    // The list is halved: the long text is sent with the second one, then alone, and then cut.
    expect(await embed(['word '.repeat(50), 'two', 'three'])).toEqual({ reported: 8, unreported: ['three'] });
  });
});
