import { HStack, Stack, Text } from '@chakra-ui/react';
import { Check, Scale } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { formatDay, formatSum } from '~/client/lib/format';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { backTestWords as words } from '~/client/words/back-test';
import type { BacktestResult } from '~/shared/schemas/backtest';
import type { Curve } from '../chart/curve';
import { CurveFigure } from '../chart/curve-figure';
import { BackTestFigures } from './back-test-figures';
import { RuleList } from './back-test-method';
import { BackTestTrades } from './back-test-trades';

/** Loaded on demand, because only administrators publish. */
const PublishDialog = lazy(async () => ({ default: (await import('./publish-dialog')).PublishDialog }));

interface BackTestResultProps {
  result: BacktestResult;
  /** The user has just requested this result, so the heading is scrolled into view and focused. */
  isAwaited: boolean;
  canPublish: boolean;
  /** Whether the run is kept for comparison with the next ones. */
  isCompared: boolean;
  onToggleCompared: () => void;
}

/** The result of a back-test, labeled as simulated. */
export function BackTestResult({ result, isAwaited, canPublish, isCompared, onToggleCompared }: BackTestResultProps) {
  const { input, benchmark } = result;
  const curve = useMemo(() => valueCurve(result), [result]);
  const [isPublishing, setIsPublishing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // Repeated for each new result.
  useEffect(() => {
    if (result && isAwaited) heading.current?.focus();
  }, [result, isAwaited]);
  return (
    <Stack gap="8">
      <Stack gap="4">
        <HStack gap="3" flexWrap="wrap">
          <Text as="h2" ref={heading} tabIndex={-1} textStyle="heading" scrollMarginTop="20">
            {words.result}
          </Text>
          <Badge tone="outline">{words.hypothetical}</Badge>
          <Text color="fg.muted" overflowWrap="anywhere">
            {words.resultOf(input.tickers.join(', '), formatDay(input.fromDay), formatDay(input.toDay))}
          </Text>
        </HStack>
        <HStack gap="2" flexWrap="wrap">
          <Button size="sm" aria-pressed={isCompared} onClick={onToggleCompared}>
            {isCompared ? (
              <Check size={14} strokeWidth={1.75} aria-hidden />
            ) : (
              <Scale size={14} strokeWidth={1.5} aria-hidden />
            )}
            {isCompared ? words.kept : words.compare}
          </Button>
          {canPublish && (
            <Button size="sm" onClick={() => setIsPublishing(true)}>
              {words.publish}
            </Button>
          )}
        </HStack>
        <BackTestFigures result={result} />
      </Stack>
      <CurveFigure title={words.value} label={words.chartLabel(benchmark)} curve={curve} isCompact />
      {isPublishing && (
        <Suspense>
          <PublishDialog rules={input} onClose={() => setIsPublishing(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** The rules of the run, and all its trades. */
export function BackTestDetails({ result }: { result: BacktestResult }) {
  return (
    <>
      <Section title={words.rules}>
        <RuleList rules={result.rules} />
      </Section>
      <BackTestTrades trades={result.trades} />
    </>
  );
}

function valueCurve({ curve, startValue, benchmark }: BacktestResult): Curve {
  return {
    days: curve.map(({ day }) => day),
    series: [
      { name: words.portfolio, tone: 'accent', values: curve.map(({ value }) => Number(value)) },
      {
        name: benchmark,
        tone: 'quiet',
        values: curve.map((point) => (point.benchmark === undefined ? undefined : Number(point.benchmark))),
      },
    ],
    reference: Number(startValue),
    formatValue: (value) => formatSum(value.toFixed(2)),
  };
}
