import { Stack, Text } from '@chakra-ui/react';
import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatPercent } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { receiptWords as words } from '~/client/words/receipt';
import { computeGain } from '~/shared/gain';

type Outcome = { agrees: boolean; words: string };

/** Reloads the facts and recalculates in the browser, so that users need not trust the server's result. */
export function Recompute({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const [isPending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function recompute() {
    setPending(true);
    try {
      const fresh = await utils.positions.receipt.fetch({ id }, { staleTime: 0 });
      const own = computeGain(fresh.facts);
      const agrees = canonical(own) === canonical(fresh.gain);
      const [ownGain, serverGain] = [own.gainsPercent, fresh.gain.gainsPercent].map(formatPercent);
      setOutcome({
        agrees,
        words: agrees ? words.agrees(ownGain ?? '-') : words.differs(ownGain ?? '-', serverGain ?? '-'),
      });
    } catch (cause) {
      setOutcome({ agrees: false, words: errorMessage(cause, words.recomputeFailed) });
    } finally {
      setPending(false);
    }
  }

  return (
    <Stack gap="2" align="flex-start">
      <Button onClick={() => void recompute()} pending={isPending} pendingLabel={words.recomputing}>
        <Calculator size={16} strokeWidth={1.5} aria-hidden />
        {words.recompute}
      </Button>
      <Text role="status" color={outcome?.agrees === false ? 'danger' : 'fg.muted'}>
        {outcome?.words}
      </Text>
    </Stack>
  );
}

/** JSON with sorted keys, because the server orders keys by its schema. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
