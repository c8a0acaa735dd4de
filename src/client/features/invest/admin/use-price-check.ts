import { type FormEvent, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { investWords as words } from '~/client/words/invest';
import { nameDoubts, priceDoubts } from '~/shared/price-doubts';

interface Typed {
  ticker: string;
  name?: string | undefined;
  /** Each is compared with the market on its day, or with the latest price if no day is given. */
  prices: readonly { price: string; day?: string | undefined }[];
}

const uncheckedFields = ['reason', 'postMortem'];

/** Compares typed values with the market before they are sent. The same values sent again are accepted. */
export function usePriceCheck() {
  const { client } = trpc.useUtils();
  const [asked, setAsked] = useState<{ key: string; question: string }>();
  const [isChecking, setChecking] = useState(false);

  async function passes({ ticker, name, prices }: Typed): Promise<boolean> {
    const key = JSON.stringify([ticker, name, prices]);
    if (asked?.key === key) return true;
    setChecking(true);
    try {
      // A name without prices is still compared with the ticker.
      const days = prices.length > 0 ? prices.map(({ day }) => day) : [undefined];
      const lookups = await Promise.all(days.map((day) => client.positions.lookup.query({ ticker, day })));
      const [first] = lookups;
      const doubts = [
        ...(name && first ? nameDoubts(name, first) : []),
        ...prices.flatMap(({ price }, place) => {
          const lookup = lookups[place];
          return lookup ? priceDoubts(price, lookup) : [];
        }),
      ];
      const question = [...new Set(doubts)].join(' ');
      setAsked(question ? { key, question: words.askedAgain(question) } : undefined);
      return question === '';
    } catch {
      // A failed check must not prevent recording a position.
      return true;
    } finally {
      setChecking(false);
    }
  }

  const forget = () => setAsked(undefined);
  /** For the form: a question about other values than the shown ones would be misleading. */
  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const name = target instanceof Element && target.getAttribute('name');
    if (!uncheckedFields.some((field) => field === name)) forget();
  }

  return { passes, isChecking, question: asked?.question, forget, onChange };
}
