import { type RefObject, useEffect, useEffectEvent } from 'react';
import { trpc } from '~/client/lib/trpc';
import { conversationsOf } from '../panel/conversation-cache';
import { listInput } from '../panel/list-input';
import { useMoveConversations } from './use-move-conversations';

interface ProjectDropProps {
  /** The panel with the rows of the projects (`data-project`) and of the conversations (`data-conversation`). */
  panel: RefObject<HTMLElement | null>;
  onMoved: () => void;
}

/**
 * A conversation that is dragged onto a project moves into it. With the keyboard, and where a browser lets no button be
 * dragged, its menu does the same. A default export, as `lazy` asks for one.
 */
export default function ProjectDrop({ panel, onMoved }: ProjectDropProps) {
  const utils = trpc.useUtils();
  const { move } = useMoveConversations({ onMoved });
  const onDropped = useEffectEvent((conversationId: string, projectId: string) => {
    const loaded = conversationsOf(utils.conversations.list.getInfiniteData(listInput.current));
    const conversations = loaded.filter(({ id }) => id === conversationId);
    if (conversations.length > 0) void move({ conversations, projectId });
  });
  useEffect(() => (panel.current ? watchDrags(panel.current, onDropped) : undefined), [panel]);
  return null;
}

/** Returns how to end it. */
function watchDrags(panel: HTMLElement, onDropped: (conversationId: string, projectId: string) => void): () => void {
  let dragged: string | undefined;
  let target: HTMLElement | null = null;
  const aim = (next: HTMLElement | null) => {
    if (next === target) return;
    target?.removeAttribute('data-target');
    next?.setAttribute('data-target', '');
    target = next;
  };
  const rowAt = ({ target: at }: Event, selector: string) =>
    at instanceof Element ? at.closest<HTMLElement>(selector) : null;
  const watch = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, work: (event: HTMLElementEventMap[Name]) => void) =>
    panel.addEventListener(name, work, { signal: watch.signal });

  on('dragstart', (event) => {
    dragged = rowAt(event, '[data-conversation]')?.dataset.conversation;
    if (dragged && event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
  });
  on('dragover', (event) => {
    aim(dragged ? rowAt(event, '[data-project]') : null);
    // Without it nothing can be dropped here.
    if (target) event.preventDefault();
  });
  on('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node) || !panel.contains(event.relatedTarget)) aim(null);
  });
  on('drop', (event) => {
    if (!dragged || !target?.dataset.project) return;
    event.preventDefault();
    onDropped(dragged, target.dataset.project);
  });
  on('dragend', () => {
    dragged = undefined;
    aim(null);
  });
  return () => {
    aim(null);
    watch.abort();
  };
}
