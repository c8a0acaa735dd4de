/** Reviewing the figures of one long answer does not block other users. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer } from '~/server/testing/worlds/test-server';
import { longestTask } from '~/shared/testing/hostile-text';

const shares = Array.from({ length: 206 }, (_, index) => ({ ticker: `TICK${index}`, name: `Company${index} Inc.` }));

it('a table of 2,000 prices with 206 positions does not block other requests', async () => {
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
    const plain = await longestTask(() => ask(words));
    const hold = await longestTask(async () => expect(await ask(table)).not.toHaveProperty('hasUnconfirmedFigures'));
    // The review alone used to block the event loop for twenty seconds.
    expect(hold).toBeLessThan(10 * Math.max(plain, 10));
    expect(await ask(`${table}| TICK7 | $7.50 |`)).toMatchObject({ unconfirmedFigures: [{ text: '$7.50' }] });
  } finally {
    await server.close();
  }
}, 60_000);
