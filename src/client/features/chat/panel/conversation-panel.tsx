import { chakra } from '@chakra-ui/react';
import { type RefObject, Suspense, useRef } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { conversationsWords as words } from '~/client/words/conversations';
import { ProjectList } from '../projects/project-list';
import { ConversationList } from './conversation-list';
import { PanelFooter } from './panel-footer';
import { PanelHead } from './panel-head';
import type { PanelState, PanelView } from './panel-view';
import { useConversationActions } from './use-conversation-actions';
import { usePanelQuestions } from './use-panel-questions';
import { useSelectedConversations } from './use-selected-conversations';

const ProjectDialogs = lazyPart(() => import('../projects/project-dialogs'));
const ProjectDrop = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ProjectDrop })));
const DeleteDialog = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.DeleteDialog })));

interface ConversationPanelProps {
  panel: PanelState;
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** Called when a conversation was opened, started or moved; a drawer around the panel then closes. */
  onChosen?: () => void;
}

export function ConversationPanel({ panel, selectedId, onSelect, onChosen }: ConversationPanelProps) {
  const { view, setView, input } = panel;
  const nav = useRef<HTMLElement>(null);
  const { ticked, begin, end, tick } = useSelectedConversations();
  const questions = usePanelQuestions(ticked, (conversationIds) => {
    remove.mutate({ conversationIds });
    leave();
  });
  const { ask, setDoomed } = questions;
  const { open, startNew, saveTitle, update, remove } = useConversationActions({ selectedId, onSelect, onChosen });

  /** The pressed button is removed, so the focus moves to the top of the panel. */
  function show(next: PanelView) {
    setView(next);
    end();
    nav.current?.focus();
  }

  /** Also closes a drawer around the panel, which would cover the toast with Undo. */
  function leave() {
    end();
    onChosen?.();
  }

  return (
    <Panel ref={nav} tabIndex={-1} aria-label={words.conversations}>
      <PanelHead view={view} onView={show} onLeave={onChosen} onSelect={begin} onNewProject={() => ask('create')} />
      {view === 'current' && !ticked && (
        <Projects panel={nav} onOpen={(projectId) => show({ projectId })} onMoved={leave} />
      )}
      <ConversationList
        key={JSON.stringify(input)}
        input={input}
        selectedId={selectedId}
        ticked={ticked}
        onTick={tick}
        onOpen={open}
        onSave={saveTitle}
        onUpdate={update.mutate}
        onDelete={setDoomed}
        onMove={(conversation) => ask([conversation])}
      />
      <PanelFooter
        tickedCount={ticked?.size}
        onNew={startNew}
        onMove={questions.moveTicked}
        onDelete={() => setDoomed('ticked')}
        onEnd={end}
      />
      <PanelDialogs
        questions={questions}
        tickedCount={ticked?.size}
        onMoved={leave}
        onCreated={(projectId) => show({ projectId })}
      />
    </Panel>
  );
}

interface ProjectsProps {
  panel: RefObject<HTMLElement | null>;
  onOpen: (projectId: string) => void;
  onMoved: () => void;
}

/** The projects, which are also drop targets for conversations. */
function Projects({ panel, onOpen, onMoved }: ProjectsProps) {
  return (
    <>
      <ProjectList onOpen={onOpen} />
      <Suspense>
        <ProjectDrop panel={panel} onMoved={onMoved} />
      </Suspense>
    </>
  );
}

interface PanelDialogsProps {
  questions: ReturnType<typeof usePanelQuestions>;
  tickedCount: number | undefined;
  onMoved: () => void;
  onCreated: (projectId: string) => void;
}

function PanelDialogs({ questions, tickedCount, ...on }: PanelDialogsProps) {
  const { question, ask, doomed, setDoomed } = questions;
  return (
    <>
      {question && (
        <Suspense>
          <ProjectDialogs question={question} onQuestion={ask} {...on} />
        </Suspense>
      )}
      {doomed && (
        <Suspense>
          <DeleteDialog
            titleOfOne={doomed === 'ticked' ? undefined : doomed.title}
            count={tickedCount ?? 1}
            onConfirm={questions.confirmDelete}
            onClose={() => setDoomed(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

const Panel = chakra('nav', {
  base: { display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', outline: 'none' },
});
