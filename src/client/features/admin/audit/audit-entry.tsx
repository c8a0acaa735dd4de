import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { formatDateTime } from '~/client/lib/format';
import { auditWords as words } from '~/client/words/audit';
import type { AuditEventRow } from '~/shared/schemas/audit';
import { auditSentence, isOperator } from './audit-sentence';

/** One event as a sentence that expands to show all of its details. */
export const AuditEntry = memo(function AuditEntry({ event }: { event: AuditEventRow }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Entry>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <Summary>
          <chakra.span data-arrow aria-hidden color="fg.subtle" flexShrink={0} display="inline-flex" mt="0.5">
            <ChevronRight size={16} strokeWidth={1.5} />
          </chakra.span>
          <Flex flex="1" minWidth="0" columnGap="4" justify="space-between" wrap="wrap">
            <Text as="span" flex="1 1 18rem" minWidth="0" overflowWrap="anywhere">
              {auditSentence(event)}
            </Text>
            <chakra.time
              dateTime={event.at.toISOString()}
              textStyle="caption"
              color="fg.muted"
              whiteSpace="nowrap"
              lineHeight="1.7"
            >
              {formatDateTime(event.at)}
            </chakra.time>
          </Flex>
        </Summary>
        {isOpen && <Facts event={event} />}
      </details>
    </Entry>
  );
});

function Facts({ event }: { event: AuditEventRow }) {
  const facts: [string, string][] = [
    [words.kindOf, words.kinds[event.kind] ?? event.kind],
    [words.address, event.ip ?? (isOperator(event.actor) ? words.commandLine : words.nothing)],
    ...optional(words.actorId, event.actorId),
    ...optional(words.subjectId, event.subjectId),
    ...optional(words.requestId, event.requestId),
    ...Object.entries(event.details).map(([name, value]): [string, string] => [spaced(name), valueText(value)]),
  ];
  return (
    <Stack as="dl" gap="1" ps={{ base: '6', md: '10' }} pe="4" pt="1.5" pb="4" textStyle="caption">
      {facts.map(([name, value]) => (
        <Flex key={name} columnGap="3" wrap="wrap">
          <chakra.dt color="fg.muted" flex="0 0 11rem">
            {name}
          </chakra.dt>
          <chakra.dd flex="1 1 12rem" minWidth="0" overflowWrap="anywhere">
            {value}
          </chakra.dd>
        </Flex>
      ))}
    </Stack>
  );
}

const optional = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : []);

/** 'positionsCreated' → 'Positions created': details are named by identifiers in the code. */
const spaced = (name: string) => {
  const text = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

function valueText(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return value === null || value === '' ? words.nothing : String(value);
}

const Entry = chakra('li', {
  base: {
    borderColor: 'border',
    '& + &': { borderTopWidth: '1px' },
    // Skips layout and painting of rows far outside the viewport.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 2.75rem',
    '& details[open] [data-arrow]': { transform: 'rotate(90deg)' },
  },
});

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    px: { base: '3', md: '4' },
    py: '2.5',
    listStyle: 'none',
    cursor: 'pointer',
    transition: 'background-color',
    transitionDuration: 'fast',
    _hover: { bg: 'bg.hover' },
    '&::-webkit-details-marker': { display: 'none' },
    '& [data-arrow]': { transition: 'transform 120ms ease-out' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});
