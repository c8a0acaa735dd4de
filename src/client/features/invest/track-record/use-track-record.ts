import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { type ReadingStep, readTrackRecord } from './read-track-record';

/** Reloaded each time the page opens, because an earlier check proves nothing about the current ledger. */
export function useTrackRecord() {
  const { client } = trpc.useUtils();
  const [step, setStep] = useState<ReadingStep>({ name: 'ledger', read: 0, total: 0 });
  const reading = useQuery({
    queryKey: ['track-record'],
    queryFn: () =>
      readTrackRecord(
        {
          ledger: (cursor) => client.trackRecord.ledger.query({ cursor }),
          closes: (cursor) => client.trackRecord.closes.query({ cursor }),
          bitcoinProofs: (cursor) => client.trackRecord.bitcoinProofs.query({ cursor }),
          timestamps: (cursor) => client.trackRecord.timestamps.query({ cursor }),
          book: () => client.trackRecord.book.query(),
        },
        setStep,
      ),
    gcTime: 0,
  });
  return { ...reading, step };
}
