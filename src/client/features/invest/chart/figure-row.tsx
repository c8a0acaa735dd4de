import { Grid, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from '~/client/ui/content/card';
import { Skeleton } from '~/client/ui/feedback/skeleton';

export interface Figure {
  name: string;
  /** Undefined while loading. */
  value: ReactNode;
  /** A short explanation of the figure. */
  note?: ReactNode;
  /** A second note. */
  detail?: ReactNode;
}

interface FigureRowProps {
  label: string;
  figures: readonly Figure[];
  /** Beside something else: three per line on wide screens too. */
  isNarrow?: boolean;
  /** Short values: three per line on phones too, fewer with large text. */
  isStrip?: boolean;
}

/** Six figures in one line, three or two on narrower screens; each reserves its space while loading. */
export function FigureRow({ label, figures, isNarrow = false, isStrip = false }: FigureRowProps) {
  return (
    <Card p="0" overflow="hidden">
      <Grid
        as="dl"
        aria-label={label}
        templateColumns={{
          base: isStrip ? 'repeat(auto-fit, minmax(min(7rem, 100%), 1fr))' : 'repeat(2, 1fr)',
          sm: isStrip ? 'repeat(3, 1fr)' : undefined,
          md: 'repeat(3, 1fr)',
          lg: isNarrow ? 'repeat(3, 1fr)' : 'repeat(6, 1fr)',
        }}
        gap="1px"
        bg="border"
        data-numeric=""
      >
        {figures.map(({ name, value, note, detail }) => (
          <Stack key={name} gap="0.5" p={{ base: isStrip ? '3' : '4', sm: '4' }} bg="bg.raised" minWidth="0">
            <Text as="dt" textStyle="caption" color="fg.muted">
              {name}
            </Text>
            <Stack as="dd" gap="0.5" minWidth="0">
              <Text as="span" textStyle="heading" minHeight="6" overflowWrap="anywhere" textWrap="balance">
                {value ?? <Skeleton width="16" mt="1" />}
              </Text>
              {(note || !detail) && (
                <Text as="span" textStyle="caption" color="fg.subtle" minHeight="4" overflowWrap="anywhere">
                  {note}
                </Text>
              )}
              {detail && (
                <Text as="span" textStyle="caption" color="fg.subtle" overflowWrap="anywhere">
                  {detail}
                </Text>
              )}
            </Stack>
          </Stack>
        ))}
      </Grid>
    </Card>
  );
}
