import { HStack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button, IconButton } from '~/client/ui/form/button';
import { promptWords as words } from '~/client/words/prompts';
import type { Prompt, PromptScope } from '~/shared/schemas/prompts';
import { textStart } from '~/shared/text-start';
import { Loaded } from './loaded';
import { PromptDialog } from './prompt-dialog';
import { useDeletePrompt } from './use-delete-prompt';

interface PromptsSectionProps {
  scope: PromptScope;
  mayEdit: boolean;
  search: string;
}

/** A user's own prompts, or the organization-wide ones. */
export function PromptsSection({ scope, mayEdit, search }: PromptsSectionProps) {
  const [opened, setOpened] = useState<{ prompt?: Prompt }>();
  const list = trpc.prompts.list.useInfiniteQuery(
    { scope, ...(search && { search }) },
    { getNextPageParam: (page) => page.nextCursor, refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
  const isOwn = scope === 'personal';
  return (
    <Section
      title={isOwn ? words.heading : words.organizationHeading}
      description={isOwn ? words.note : words.organizationNote}
      {...(mayEdit && {
        actions: (
          <Button size="sm" onClick={() => setOpened({})}>
            <Plus size={14} strokeWidth={1.5} />
            {words.create}
          </Button>
        ),
      })}
    >
      <Loaded query={list} failureTitle={words.loadFailed} height="16">
        {({ pages }) => (
          <PromptList
            prompts={pages.flatMap(({ items }) => items)}
            emptyText={search ? words.noneFound : isOwn ? words.none : words.noneOfOrganization}
            onEdit={(prompt) => setOpened({ prompt })}
          />
        )}
      </Loaded>
      {list.hasNextPage && (
        <Button alignSelf="start" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      {opened && <PromptDialog prompt={opened.prompt} scope={scope} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

interface PromptListProps {
  prompts: readonly Prompt[];
  emptyText: string;
  onEdit: (prompt: Prompt) => void;
}

/** The length of the excerpt shown below a title. */
const shownCharacters = 140;

function PromptList({ prompts, emptyText, onEdit }: PromptListProps) {
  return (
    <AccessList as={prompts.length === 0 ? 'div' : 'ul'}>
      {prompts.length === 0 && <EmptyState title={emptyText} />}
      {prompts.map((prompt) => (
        <AccessRow
          key={prompt.id}
          title={prompt.title}
          facts={[beginningOf(prompt.text)]}
          action={prompt.mayEdit && <PromptActions prompt={prompt} onEdit={() => onEdit(prompt)} />}
        />
      ))}
    </AccessList>
  );
}

function PromptActions({ prompt: { id, title }, onEdit }: { prompt: Prompt; onEdit: () => void }) {
  const remove = useDeletePrompt();
  return (
    <HStack gap="1">
      <IconButton size="sm" label={words.edit(title)} onClick={onEdit}>
        <Pencil size={16} strokeWidth={1.5} />
      </IconButton>
      <IconButton
        size="sm"
        label={words.remove(title)}
        aria-disabled={remove.isPending || undefined}
        // The second request of a double click would fail, and its error would replace Undo.
        onClick={() => !remove.isPending && remove.mutate({ promptId: id })}
      >
        <Trash2 size={16} strokeWidth={1.5} />
      </IconButton>
    </HStack>
  );
}

const beginningOf = (text: string) =>
  text.length > shownCharacters ? `${textStart(text, shownCharacters).trimEnd()}...` : text;
