import { HStack, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDay, formatDecimal } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { backTestWords as words } from '~/client/words/back-test';
import type { BacktestResult } from '~/shared/schemas/backtest';
import { Gain } from '../book/gain-button';
import { CurveFigure } from '../chart/curve-figure';
import type { BackTestSearch } from './back-test-search';
import { inputOf, valuesOf } from './back-test-values';
import { comparedCurve } from './compared-curve';
import { decodeRun, encodeRun } from './compared-run-urls';

interface ComparedRunsProps {
  shown: BacktestResult;
  /** The result of `otherComparedRuns`, with at least one run. */
  kept: readonly string[];
  onOpen: (search: BackTestSearch) => void;
  onRemove: (run: string) => void;
}

interface Row {
  /** In the format of `encodeRun`. */
  rules: string;
  isShown: boolean;
  name: string;
  result?: BacktestResult | undefined;
  failure?: string | undefined;
}

/** The displayed run beside the kept ones: their figures in a table, their curves in one chart. */
export function ComparedRuns({ shown, kept, onOpen, onRemove }: ComparedRunsProps) {
  const results = trpc.useQueries((t) => kept.map((run) => t.backtest.run(inputOf(valuesOf(decodeRun(run), '')))));
  const rows: Row[] = [
    { rules: encodeRun(shown.input), isShown: true, name: words.thisRun, result: shown },
    ...kept.map((run, index): Row => {
      const query = results[index];
      return {
        rules: run,
        isShown: false,
        name: words.runName(index + 1),
        result: query?.data,
        failure: query?.error ? errorMessage(query.error) : undefined,
      };
    }),
  ];
  const loaded = rows.flatMap(({ name, result }) => (result ? [{ name, result }] : []));
  const identity = loaded.map(({ result }) => JSON.stringify(result.input)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results depend only on these rules
  const curve = useMemo(() => comparedCurve(loaded), [identity]);
  return (
    <Section title={words.compared} description={words.comparedNote}>
      <Stack gap="4">
        <DataTable
          caption={words.compared}
          columns={columnsOf({ onOpen, onRemove })}
          rows={rows}
          rowKey={({ rules }) => rules}
          loadingText={words.loading}
          emptyText=""
        />
        <CurveFigure title={words.value} label={words.comparedChart} curve={curve} isCompact />
      </Stack>
    </Section>
  );
}

function columnsOf({ onOpen, onRemove }: Pick<ComparedRunsProps, 'onOpen' | 'onRemove'>): Column<Row>[] {
  return [
    { key: 'run', header: words.runColumn, isPrimary: true, cell: (row) => <RunName row={row} /> },
    figure('return', words.returned, ({ returnPercent }) => <Gain percent={returnPercent} />),
    figure('benchmark', words.benchmarkName, (run) => <Gain percent={run.benchmarkReturnPercent} />),
    figure('volatility', words.volatility, (run) => formatDecimal(run.volatilityPercent, '%')),
    figure('drawdown', words.drawdown, ({ drawdownPercent }) => formatDecimal(drawdownPercent, '%')),
    {
      key: 'actions',
      header: words.actions,
      align: 'end',
      isActions: true,
      cell: ({ rules, isShown, name }) =>
        !isShown && (
          <HStack gap="1" justify="flex-end">
            <Button
              size="sm"
              variant="ghost"
              aria-label={words.openNamed(name)}
              onClick={() => onOpen(decodeRun(rules))}
            >
              {words.open}
            </Button>
            <Button size="sm" variant="ghost" aria-label={words.removeNamed(name)} onClick={() => onRemove(rules)}>
              {words.remove}
            </Button>
          </HStack>
        ),
    },
  ];
}

function figure(key: string, header: string, show: (result: BacktestResult) => ReactNode): Column<Row> {
  return { key, header, align: 'end', cell: ({ result }) => (result ? show(result) : '-') };
}

function RunName({ row: { name, rules, failure } }: { row: Row }) {
  const { tickers = '', from = '', to = '', rebalancing = '', cost = '' } = decodeRun(rules);
  return (
    <Stack gap="0">
      <span>{name}</span>
      <Text as="span" textStyle="caption" color="fg.muted" fontWeight="normal">
        {words.runRules(tickers.replaceAll(',', ', '), formatDay(from), formatDay(to), rebalancing, cost)}
      </Text>
      {failure && (
        <Text as="span" textStyle="caption" color="danger" fontWeight="normal">
          {words.couldNotCompare}. {failure}
        </Text>
      )}
    </Stack>
  );
}
