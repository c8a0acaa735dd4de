import { chakra } from '@chakra-ui/react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { conversationsWords as words } from '~/client/words/conversations';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import type { ProjectQuestion } from '../projects/project-dialogs';
import { ProjectList } from '../projects/project-list';
import { conversationsOf } from './conversation-cache';
import { ConversationList } from './conversation-list';
import { PanelFoot } from './panel-foot';
import { PanelHead } from './panel-head';
import type { PanelState, PanelView } from './panel-view';
import { useConversationActions } from './use-conversation-actions';
import { useTicked } from './use-ticked';

const ProjectDialogs = lazyPart(() => import('../projects/project-dialogs'));
const ProjectDrop = lazyPart(() => import('../projects/project-drop'));
const DeleteDialog = lazyPart(() => import('./delete-dialog'));

interface ConversationPanelProps {
  panel: PanelState;
  selectedId: string | undefined;
  onSelect: (conversationId: string | undefined) => void;
  /** A conversation was chosen, begun or moved: a drawer around the panel closes. */
  onChosen?: () => void;
}

export function ConversationPanel({ panel, selectedId, onSelect, onChosen }: ConversationPanelProps) {
  /** What the user is asked about: one conversation, or those that are ticked. */
  const [doomed, setDoomed] = useState<ConversationSummary | 'ticked'>();
  const [question, setQuestion] = useState<ProjectQuestion>();
  const { view, setView, input } = panel;
  const nav = useRef<HTMLElement>(null);
  const utils = trpc.useUtils();
  const { ticked, begin, end, tick } = useTicked();
  const select = useCallback(
    (id: string | undefined) => {
      onSelect(id);
      if (id) onChosen?.();
    },
    [onSelect, onChosen],
  );
  const { startNew, saveTitle, update, remove } = useConversationActions({ selectedId, onSelect: select });

  /** What was pressed goes away: the keyboard goes on from the top of the panel. */
  function show(next: PanelView) {
    setView(next);
    end();
    nav.current?.focus();
  }

  function moveTicked() {
    const loaded = conversationsOf(utils.conversations.list.getInfiniteData(input));
    setQuestion(loaded.filter(({ id }) => ticked?.has(id)));
  }

  /** A drawer around the panel closes too: behind it, the toast with Undo could not be pressed. */
  function leave() {
    end();
    onChosen?.();
  }

  function confirmDelete() {
    const conversationIds = doomed === 'ticked' ? [...(ticked ?? [])] : doomed ? [doomed.id] : [];
    remove.mutate({ conversationIds });
    setDoomed(undefined);
    leave();
  }

  return (
    <Panel ref={nav} tabIndex={-1} aria-label={words.conversations}>
      <PanelHead
        view={view}
        onView={show}
        onLeave={onChosen}
        onSelect={begin}
        onNewProject={() => setQuestion('create')}
      />
      {view === 'current' && !ticked && (
        <>
          <ProjectList onOpen={(projectId) => show({ projectId })} />
          <Suspense>
            <ProjectDrop panel={nav} onMoved={leave} />
          </Suspense>
        </>
      )}
      <ConversationList
        key={JSON.stringify(input)}
        input={input}
        selectedId={selectedId}
        ticked={ticked}
        onTick={tick}
        onOpen={select}
        onSave={saveTitle}
        onUpdate={update.mutate}
        onDelete={setDoomed}
        onMove={(conversation) => setQuestion([conversation])}
      />
      <PanelFoot
        tickedCount={ticked?.size}
        onNew={() => {
          startNew();
          onChosen?.();
        }}
        onMove={moveTicked}
        onDelete={() => setDoomed('ticked')}
        onEnd={end}
      />
      <PanelDialogs
        question={question}
        onQuestion={setQuestion}
        onMoved={leave}
        onCreated={(projectId) => show({ projectId })}
        doomed={doomed}
        tickedCount={ticked?.size}
        onConfirmDelete={confirmDelete}
        onKeep={() => setDoomed(undefined)}
      />
    </Panel>
  );
}

interface PanelDialogsProps {
  question: ProjectQuestion | undefined;
  onQuestion: (question: ProjectQuestion | undefined) => void;
  onMoved: () => void;
  onCreated: (projectId: string) => void;
  doomed: ConversationSummary | 'ticked' | undefined;
  tickedCount: number | undefined;
  onConfirmDelete: () => void;
  onKeep: () => void;
}

function PanelDialogs({ question, doomed, tickedCount, onConfirmDelete, onKeep, ...on }: PanelDialogsProps) {
  return (
    <>
      {question && (
        <Suspense>
          <ProjectDialogs question={question} {...on} />
        </Suspense>
      )}
      {doomed && (
        <Suspense>
          <DeleteDialog
            titleOfOne={doomed === 'ticked' ? undefined : doomed.title}
            count={tickedCount ?? 1}
            onConfirm={onConfirmDelete}
            onClose={onKeep}
          />
        </Suspense>
      )}
    </>
  );
}

const Panel = chakra('nav', {
  base: { display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0', outline: 'none' },
});
