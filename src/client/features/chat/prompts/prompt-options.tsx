import { chakra, Flex, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Chip } from '~/client/ui/content/chip';
import { Spinner } from '~/client/ui/feedback/spinner';
import { PageLink } from '~/client/ui/page/page-link';
import { TextLink } from '~/client/ui/page/text-link';
import { promptWords as words } from '~/client/words/prompts';
import type { Prompt } from '~/shared/schemas/prompts';

export interface PromptOptionsProps {
  id: string;
  prompts: readonly Prompt[];
  active: number;
  isLoading: boolean;
  hasFailed: boolean;
  /** True if a search found nothing; false if there are no prompts at all. */
  isFiltered: boolean;
  onChoose: (prompt: Prompt) => void;
}

/** The found prompts, and a link to the page that manages them. */
export function PromptOptions({ id, prompts, active, isLoading, hasFailed, isFiltered, onChoose }: PromptOptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const isEmpty = prompts.length === 0;
  const none = isFiltered ? words.noneFound : words.none;
  return (
    <>
      {isEmpty && (
        <Flex align="center" gap="2" px="2" minHeight="9" color="fg.muted">
          {isLoading && <Spinner size="4" label={null} />}
          {hasFailed ? words.loadFailed : isLoading ? words.loading : none}
        </Flex>
      )}
      <chakra.ul ref={list} id={id} role="listbox" aria-label={words.menu} hidden={isEmpty} listStyleType="none">
        {prompts.map((prompt, index) => (
          <Option
            key={prompt.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the text box, and a phone's keyboard open.
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
    </>
  );
}

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
