import { Flex } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { Section } from '~/client/ui/content/card';
import { StaleContent } from '~/client/ui/feedback/stale-content';
import { Select } from '~/client/ui/form/select';
import { figuresWords as words } from '~/client/words/figures';
import type { BookFigures, Period } from '~/shared/schemas/figures';
import { FigureRow } from '../chart/figure-row';
import { Contributions } from './contributions';
import { FigureDefinitions } from './figure-definitions';
import { periodFigureList, periodFigureNames } from './period-figure-list';
import { PeriodSwitch } from './period-switch';

interface FiguresSectionProps {
  description: string;
  /** Undefined while loading. */
  figures: BookFigures | undefined;
  /** Set while `figures` are those of the benchmark chosen before. */
  loadingBenchmark?: string | undefined;
  onBenchmark: (benchmark: string) => void;
  /** Shown instead of the figures: why there are none. */
  instead?: ReactNode;
}

/** Return and risk of one period beside a benchmark, and the contribution of each position. */
export function FiguresSection({ description, figures, loadingBenchmark, onBenchmark, instead }: FiguresSectionProps) {
  const [period, setPeriod] = useState<Period>('all');
  const shown = figures?.periods.find((item) => item.period === period);
  return (
    <Section
      title={words.title}
      description={description}
      actions={
        !instead && (
          <Flex gap="3" align="center" wrap="wrap">
            {figures && figures.benchmarks.length > 1 && (
              <BenchmarkChoice
                benchmarks={figures.benchmarks}
                benchmark={loadingBenchmark ?? figures.benchmark}
                onBenchmark={onBenchmark}
              />
            )}
            <PeriodSwitch period={period} onChange={setPeriod} />
          </Flex>
        )
      }
    >
      {instead ?? (
        <StaleContent isStale={loadingBenchmark !== undefined} loadingText={words.loading} gap="4">
          <FigureRow
            label={words.title}
            figures={
              figures && shown
                ? periodFigureList(shown, figures.benchmark)
                : periodFigureNames().map((name) => ({ name, value: undefined }))
            }
          />
          {figures && <Contributions contributions={figures.contributions} period={period} />}
          <FigureDefinitions />
        </StaleContent>
      )}
    </Section>
  );
}

function BenchmarkChoice({
  benchmarks,
  benchmark,
  onBenchmark,
}: Pick<BookFigures, 'benchmarks' | 'benchmark'> & Pick<FiguresSectionProps, 'onBenchmark'>) {
  return (
    <Flex width="28">
      <Select aria-label={words.benchmark} value={benchmark} onChange={(event) => onBenchmark(event.target.value)}>
        {benchmarks.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </Flex>
  );
}
