/** No text that a user or a model can write takes much longer than other text of its length. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Deps } from '~/server/deps';
import { FigureWriter } from '~/server/features/figures/figure-writer';
import { Figures } from '~/server/features/figures/figures';
import { reviewAnswer } from '~/server/features/figures/review-answer';
import { createScriptedModel } from '~/server/testing/scripted-model';
import { signUp, startTestServer } from '~/server/testing/test-server';
import { until } from '~/server/testing/until';
import { longestHold, tooSlowOn } from '~/shared/testing/hostile-text';

const shares = Array.from({ length: 206 }, (_, index) => ({ ticker: `TICK${index}`, name: `Company${index} Inc.` }));

function review(text: string) {
  const figures = new Figures();
  figures.price('1.00', { note: '', source: '' });
  figures.gain('1.00', { note: '', source: '' });
  const writer = new FigureWriter(figures);
  const deps = { db: { sql: async () => shares } } as unknown as Deps;
  return reviewAnswer(deps, { question: '', text: writer.push(text) + writer.end(), writer, figures });
}

describe('100 KB of hostile text takes time in proportion to its length', () => {
  it.each<[string, (text: string) => unknown]>([['the review of figures', review]])(
    'in %s',
    async (_name, work) => {
      expect(await tooSlowOn(work)).toEqual([]);
    },
    120_000,
  );
});

it('a table of 2,000 prices beside 206 positions does not keep others waiting', async () => {
  const model = createScriptedModel();
  const server = await startTestServer({ model });
  try {
    const { user, call } = await signUp(server.deps);
    await server.deps.db.investmentPosition.createMany({
      data: shares.map((share) => ({ ...share, userId: user.id, avgEntryPrice: '10.00', purchaseDate: new Date() })),
    });
    const ask = async (text: string) => {
      const { conversation } = await call.messages.send({
        clientRequestId: randomUUID(),
        content: 'How are we doing?',
      });
      const scripted = await model.nextCall();
      await scripted.emit(text);
      await scripted.finish();
      const answer = async () => (await call.messages.list({ conversationId: conversation.id })).items.at(-1);
      await until(async () => (await answer())?.metadata.processing === false);
      return (await answer())?.metadata;
    };
    const table = `| Share | Price |\n|---|---|\n${'| item7 | $7.50 |\n'.repeat(2000)}`;
    const words = 'Some plain words of no use. '.repeat(table.length / 28);
    await ask(words);
    const plain = await longestHold(() => ask(words));
    const hold = await longestHold(async () => expect(await ask(table)).not.toHaveProperty('hasUnconfirmedFigures'));
    // The review alone used to hold it for twenty seconds.
    expect(hold).toBeLessThan(10 * Math.max(plain, 10));
    expect(await ask(`${table}| TICK7 | $7.50 |`)).toMatchObject({ hasUnconfirmedFigures: true });
  } finally {
    await server.close();
  }
}, 60_000);
