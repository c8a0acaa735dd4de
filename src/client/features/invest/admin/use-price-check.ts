import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { investWords as words } from '~/client/words/invest';
import { priceDoubts } from '~/shared/price-doubts';

/** Compares a typed price with the market before it is sent. The same values sent again pass. */
export function usePriceCheck() {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<{ key: string; question: string }>();
  const [isChecking, setChecking] = useState(false);

  async function passes(price: string, ticker: string, day?: string): Promise<boolean> {
    const key = [price, ticker, day].join(' ');
    if (asked?.key === key) return true;
    setChecking(true);
    try {
      const doubts = priceDoubts(price, await client.positions.lookup.query({ ticker, day }));
      setAsked(doubts.length > 0 ? { key, question: words.askedAgain(doubts.join(' ')) } : undefined);
      return doubts.length === 0;
    } catch {
      // A check that fails keeps nobody from recording a position.
      return true;
    } finally {
      setChecking(false);
    }
  }

  return { passes, isChecking, question: asked?.question, forget: () => setAsked(undefined) };
}
