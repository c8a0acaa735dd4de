import { chakra, Flex } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { Suspense } from 'react';
import { runCommand } from '~/client/lib/commands';
import { lazyPart } from '~/client/lib/lazy-part';
import { IconButton } from '~/client/ui/form/button';
import { conversationsWords as words } from '~/client/words/conversations';
import type { PanelView } from './panel-view';

const PanelMenu = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.PanelMenu })));
const ProjectHead = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ProjectHead })));

interface PanelHeadProps {
  view: PanelView;
  onView: (view: PanelView) => void;
  /** Closes a drawer around the panel, which would cover the search results. */
  onLeave: (() => void) | undefined;
  onSelect: () => void;
  onNewProject: () => void;
}

/** The title of the current list, with the actions on the whole list. */
export function PanelHead({ view, onView, onLeave, onSelect, onNewProject }: PanelHeadProps) {
  function find() {
    onLeave?.();
    runCommand('openPalette');
  }

  const isArchive = view === 'archived';
  const isProject = typeof view === 'object';
  return (
    <Flex align="center" pl={isProject ? '2' : '5'} pr="3" pt="3" pb="1" gap={isProject ? '1' : undefined}>
      {isProject ? (
        <Suspense>
          <ProjectHead projectId={view.projectId} onBack={() => onView('current')} onSelect={onSelect} />
        </Suspense>
      ) : (
        <>
          <chakra.h2
            flex="1"
            minWidth="0"
            truncate
            textStyle="caption"
            fontWeight="semibold"
            letterSpacing="0.06em"
            color="fg.subtle"
            userSelect="none"
          >
            {isArchive ? words.archived : words.panelTitle}
          </chakra.h2>
          <IconButton label={words.find} size="sm" onClick={find}>
            <Search size={15} strokeWidth={1.5} />
          </IconButton>
          <Suspense>
            <PanelMenu
              isArchive={isArchive}
              onArchive={(archive) => onView(archive ? 'archived' : 'current')}
              onSelect={onSelect}
              onNewProject={onNewProject}
            />
          </Suspense>
        </>
      )}
      {onLeave && (
        <IconButton label={words.closeConversations} size="sm" onClick={onLeave}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      )}
    </Flex>
  );
}
