import { chakra, Stack, Text } from '@chakra-ui/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Card, Section } from '~/client/ui/content/card';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import type { Curve } from './curve';
import { CurveTable } from './curve-table';
import { type CurveView, ViewSwitch } from './view-switch';

const LineChart = lazy(async () => ({ default: (await import('~/client/ui/chart/line-chart')).LineChart }));

interface CurveFigureProps {
  title: string;
  /** Labels the chart for assistive technology. */
  label: string;
  /** Undefined while loading. */
  curve: Curve | undefined;
  /** Shown instead of the chart: why there is none. */
  instead?: ReactNode;
  /** Lower, for pages whose main content is not the chart. */
  isCompact?: boolean;
  /** Shown beside the switch between chart and table. */
  actions?: ReactNode;
  /** How the values were calculated. */
  method?: ReactNode;
}

/** A time series as a chart or as a table, with its method below. */
export function CurveFigure(props: CurveFigureProps) {
  const { title, label, curve, isCompact = false, instead, actions, method } = props;
  const [view, setView] = useState<CurveView>('chart');
  const isLoading = !instead && curve === undefined;
  return (
    <Section
      title={title}
      actions={
        <>
          {actions}
          {!instead && <ViewSwitch view={view} onChange={setView} />}
        </>
      }
    >
      <Card>
        <Stack as="figure" gap="4">
          {instead ?? (
            <Suspense fallback={<ChartShape isCompact={isCompact} />}>
              {!curve ? (
                <ChartShape isCompact={isCompact} />
              ) : view === 'chart' ? (
                <LineChart label={label} isCompact={isCompact} {...curve} />
              ) : (
                <CurveTable label={label} {...curve} />
              )}
            </Suspense>
          )}
          {isLoading && <Skeleton height={{ base: '24', md: '12' }} borderRadius="control" />}
          {method && (
            <Text as="figcaption" textStyle="caption" color="fg.subtle">
              {method}
            </Text>
          )}
        </Stack>
      </Card>
    </Section>
  );
}

/** A placeholder of the chart's height, so that nothing moves when it loads. */
function ChartShape({ isCompact }: { isCompact: boolean }) {
  return (
    <chakra.div aria-busy>
      <Skeleton height="6" maxWidth="15rem" />
      <Skeleton height={{ base: '48', md: isCompact ? '48' : '64' }} mt="3" mb="6" mr="10" borderRadius="control" />
    </chakra.div>
  );
}
