import { chakra, Flex, Text } from '@chakra-ui/react';
import { type RefObject, useEffect, useRef } from 'react';
import { Chip } from '~/client/ui/content/chip';
import { Spinner } from '~/client/ui/feedback/spinner';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { promptWords as words } from '~/client/words/prompts';
import type { Prompt } from '~/shared/schemas/prompts';

interface PromptListProps {
  id: string;
  card: RefObject<HTMLDivElement | null>;
  prompts: readonly Prompt[];
  active: number;
  isLoading: boolean;
  hasFailed: boolean;
  onChoose: (prompt: Prompt) => void;
}

/** The found prompts in a card above the composer. */
export function PromptList({ id, card, prompts, active, isLoading, hasFailed, onChoose }: PromptListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const isEmpty = prompts.length === 0;
  return (
    <chakra.div position="relative">
      <Card ref={card}>
        {isEmpty && (
          <Flex align="center" gap="2" px="2" minHeight="9" color="fg.muted">
            {isLoading && <Spinner size="4" label={null} />}
            {hasFailed ? words.loadFailed : isLoading ? words.loading : words.none}
          </Flex>
        )}
        <chakra.ul ref={list} id={id} role="listbox" aria-label={words.menu} hidden={isEmpty} listStyleType="none">
          {prompts.map((prompt, index) => (
            <Option
              key={prompt.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // The text box keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(prompt)}
            >
              <Text as="span" fontWeight="medium" truncate maxWidth="60%" flexShrink={0} dir="auto">
                {prompt.title}
              </Text>
              <Text as="span" flex="1" minWidth="0" truncate color="fg.muted" dir="auto">
                {prompt.text}
              </Text>
              {prompt.scope === 'organization' && <Chip>{words.organization}</Chip>}
            </Option>
          ))}
        </chakra.ul>
        <Flex px="2" pt="1.5" pb="1" mt="1" borderTopWidth="1px" textStyle="caption">
          <TextLink asChild>
            <PageLink href="/settings?tab=prompts">{words.manage}</PageLink>
          </TextLink>
        </Flex>
        <Text srOnly role="status">
          {!isEmpty && words.found(prompts.length)}
        </Text>
      </Card>
    </chakra.div>
  );
}

const Card = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'sticky',
    bottom: '2',
    insetInline: '0',
    maxHeight: 'min(19rem, 40dvh)',
    overflowY: 'auto',
    p: '1.5',
    bg: 'bg.overlay',
    borderWidth: '1px',
    borderRadius: 'card',
    boxShadow: 'overlay',
    animation: 'rise 120ms ease-out',
  },
});

const Option = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minHeight: '9',
    px: '2',
    borderRadius: 'control',
    textStyle: 'ui',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover' },
    _selected: { bg: 'bg.hover' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
