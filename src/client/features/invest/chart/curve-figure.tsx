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
  /** Names the chart for assistive technology. */
  label: string;
  /** undefined while it is on its way. */
  curve: Curve | undefined;
  /** Stands in the chart's place: why there is none. */
  instead?: ReactNode;
  /** Lower, where the chart is not what the page is about. */
  isCompact?: boolean;
  /** Beside the choice of chart or table. */
  actions?: ReactNode;
  /** How it was calculated. */
  method?: ReactNode;
}

/** A course over days as a chart or as a table, with its method under it. */
export function CurveFigure(props: CurveFigureProps) {
  const { title, label, curve, isCompact = false, instead, actions, method } = props;
  const [view, setView] = useState<CurveView>('chart');
  const isComing = !instead && curve === undefined;
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
          {isComing && <Skeleton height={{ base: '24', md: '12' }} borderRadius="control" />}
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

/** As high as the chart, so that nothing moves when it comes. */
function ChartShape({ isCompact }: { isCompact: boolean }) {
  return (
    <chakra.div aria-busy>
      <Skeleton height="6" maxWidth="15rem" />
      <Skeleton height={{ base: '48', md: isCompact ? '48' : '64' }} mt="3" mb="6" mr="10" borderRadius="control" />
    </chakra.div>
  );
}
