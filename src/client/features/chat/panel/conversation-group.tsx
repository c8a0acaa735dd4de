import { chakra } from '@chakra-ui/react';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { groupsOf } from './conversation-groups';
import type { ListInput } from './list-input';
import type { useListedRows } from './use-listed-rows';

const MissingRows = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.MissingRows })));

interface ConversationGroupProps {
  input: ListInput;
  group: ReturnType<typeof groupsOf>[number];
  shown: Pick<ReturnType<typeof useListedRows>, 'first' | 'last' | 'rowHeight'>;
  /** More conversations may follow, so the size of the group is unknown. */
  isOpenEnded: boolean;
  children: (conversation: ConversationSummary) => ReactNode;
}

/** The title of a group, and its conversations near the viewport. */
export function ConversationGroup({ input, group, shown, isOpenEnded, children }: ConversationGroupProps) {
  const { title, row, conversations } = group;
  const { first, last, rowHeight } = shown;
  const from = Math.max(0, first - row - 1);
  const to = Math.min(conversations.length, last - row - 1);
  if (to <= 0 || from >= conversations.length) return null;
  return (
    <section aria-label={title}>
      {group.isAfterGap && conversations[0] && (
        <Suspense>
          <MissingRows input={input} id={conversations[0].id} top={(row - 1) * rowHeight} height={rowHeight} />
        </Suspense>
      )}
      <GroupTitle style={{ top: row * rowHeight, height: rowHeight }}>{title}</GroupTitle>
      <ul>
        {conversations.slice(from, to).map((conversation, index) => (
          <Place
            key={conversation.id}
            aria-setsize={isOpenEnded ? -1 : conversations.length}
            aria-posinset={from + index + 1}
            style={{ top: (row + 1 + from + index) * rowHeight, height: rowHeight }}
          >
            {children(conversation)}
          </Place>
        ))}
      </ul>
    </section>
  );
}

const GroupTitle = chakra('h3', {
  base: {
    position: 'absolute',
    insetInline: '0',
    display: 'flex',
    alignItems: 'flex-end',
    px: '3',
    pb: '1',
    textStyle: 'caption',
    color: 'fg.subtle',
  },
});

const Place = chakra('li', { base: { position: 'absolute', insetInline: '0', listStyleType: 'none' } });
