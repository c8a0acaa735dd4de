import { chakra, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronRight, Folder } from 'lucide-react';
import { useId, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { projectListWords as words } from '~/client/words/project-list';

/** The projects above the conversations. Renders nothing if there are none. */
export function ProjectList({ onOpen }: { onOpen: (projectId: string) => void }) {
  const list = trpc.projects.list.useQuery({});
  const [isClosed, setIsClosed] = useState(false);
  const id = useId();
  if (list.isError && !list.data) {
    return <ErrorState title={words.loadFailed} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  const projects = (list.data?.items ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  if (projects.length === 0) return null;
  const Chevron = isClosed ? ChevronRight : ChevronDown;
  return (
    <chakra.section aria-label={words.projects} px="2" maxHeight="40%" overflowY="auto" flexShrink={0}>
      <Row
        type="button"
        aria-expanded={!isClosed}
        aria-controls={id}
        color="fg.subtle"
        onClick={() => setIsClosed(!isClosed)}
      >
        <Chevron size={15} strokeWidth={1.5} aria-hidden />
        <Text as="span" textStyle="caption">
          {words.projects}
        </Text>
      </Row>
      <chakra.ul id={id} listStyleType="none" hidden={isClosed}>
        {projects.map((project) => (
          <li key={project.id}>
            <Row type="button" data-project={project.id} onClick={() => onOpen(project.id)}>
              <Folder size={15} strokeWidth={1.5} aria-hidden />
              <Text as="span" dir="auto" truncate flex="1" title={project.name}>
                {project.name}
              </Text>
              <chakra.span textStyle="caption" color="fg.subtle" title={words.count(project.conversationCount)}>
                {project.conversationCount}
                <chakra.span srOnly>{` ${words.count(project.conversationCount)}`}</chakra.span>
              </chakra.span>
            </Row>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

const Row = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    width: 'full',
    minHeight: '9',
    px: '3',
    textAlign: 'start',
    borderRadius: 'control',
    color: 'fg.muted',
    _hover: { bg: 'bg.hover', color: 'fg' },
    _focusVisible: { outlineOffset: '-2px' },
    // Something is dragged over it.
    '&[data-target]': { bg: 'bg.hover', color: 'fg', boxShadow: 'inset 0 0 0 2px {colors.accent}' },
    '& svg': { flexShrink: 0 },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
