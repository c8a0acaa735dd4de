import { Flex, Stack, Text } from '@chakra-ui/react';
import { Button } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { Card } from './card';

interface ShownOnceProps {
  /** Explains the value and that it is not shown again. */
  note: string;
  value: string;
  label: string;
  copyLabel: string;
  doneLabel: string;
  onDone: () => void;
}

/** A secret, such as a token or a link, that is shown only once. */
export function ShownOnce({ note, value, label, copyLabel, doneLabel, onDone }: ShownOnceProps) {
  return (
    <Card role="status">
      <Stack gap="3">
        <Text overflowWrap="anywhere">{note}</Text>
        <Flex align="center" gap="2">
          <Text
            as="code"
            aria-label={label}
            flex="1"
            minWidth="0"
            fontFamily="mono"
            textStyle="caption"
            overflowWrap="anywhere"
            userSelect="all"
          >
            {value}
          </Text>
          <CopyButton text={() => value} label={copyLabel} />
        </Flex>
        <Button size="sm" alignSelf="start" onClick={onDone}>
          {doneLabel}
        </Button>
      </Stack>
    </Card>
  );
}
