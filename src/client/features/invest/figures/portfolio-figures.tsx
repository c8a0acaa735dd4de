import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { Card } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { figuresWords as words } from '~/client/words/figures';
import { FiguresSection } from './figures-section';

/** The figures of the current portfolio, for signed-in users. */
export function PortfolioFigures() {
  const [benchmark, setBenchmark] = useState<string>();
  const { data, error, isFetching, isPlaceholderData, refetch } = trpc.positions.figures.useQuery(
    { benchmark },
    { placeholderData: keepPreviousData },
  );
  return (
    <FiguresSection
      description={words.portfolioNote}
      figures={data}
      loadingBenchmark={isPlaceholderData ? benchmark : undefined}
      onBenchmark={setBenchmark}
      instead={
        error &&
        !data && (
          <Card p="0">
            <QueryError title={words.couldNotLoad} query={{ error, isFetching, refetch }} />
          </Card>
        )
      }
    />
  );
}
