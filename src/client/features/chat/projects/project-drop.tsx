import { type RefObject, useEffect, useEffectEvent } from 'react';
import { containsFiles } from '~/client/lib/file-drops';
import { trpc } from '~/client/lib/trpc';
import { conversationsOf } from '../panel/conversation-cache';
import { listInput } from '../panel/list-input';
import { useDropProjectFiles } from './use-drop-project-files';
import { useMoveConversations } from './use-move-conversations';

interface ProjectDropProps {
  /**
   * The panel element with the rows of the projects (`data-project`) and of the conversations (`data-conversation`).
   */
  panel: RefObject<HTMLElement | null>;
  onMoved: () => void;
}

/**
 * Moves dragged conversations into projects, and adds dropped files to them. Menus offer the same for keyboard users
 * and for browsers that can't drag buttons.
 */
export function ProjectDrop({ panel, onMoved }: ProjectDropProps) {
  const utils = trpc.useUtils();
  const { move } = useMoveConversations({ onMoved });
  const dropFiles = useDropProjectFiles();
  const onDropped = useEffectEvent((dropped: string | File[], projectId: string) => {
    if (typeof dropped !== 'string') {
      const project = utils.projects.list.getData({})?.items.find(({ id }) => id === projectId);
      if (project && dropped.length > 0) void dropFiles(project, dropped);
      return;
    }
    const loaded = conversationsOf(utils.conversations.list.getInfiniteData(listInput.current));
    const conversations = loaded.filter(({ id }) => id === dropped);
    if (conversations.length > 0) void move({ conversations, projectId });
  });
  useEffect(() => (panel.current ? watchDrags(panel.current, onDropped) : undefined), [panel]);
  return null;
}

/** Returns a function that removes the listeners. */
function watchDrags(panel: HTMLElement, onDropped: (dropped: string | File[], projectId: string) => void): () => void {
  let dragged: string | undefined;
  let target: HTMLElement | null = null;
  const highlight = (next: HTMLElement | null) => {
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
    const isOurs = dragged !== undefined || containsFiles(event.dataTransfer);
    highlight(isOurs ? rowAt(event, '[data-project]') : null);
    // Required to allow a drop here. Files dropped elsewhere are attached to the message.
    if (target) event.preventDefault();
  });
  on('dragleave', (event) => {
    if (!(event.relatedTarget instanceof Node) || !panel.contains(event.relatedTarget)) highlight(null);
  });
  on('drop', (event) => {
    const { dataTransfer } = event;
    const dropped = dragged ?? (containsFiles(dataTransfer) ? Array.from(dataTransfer.files) : undefined);
    const projectId = target?.dataset.project;
    if (!dropped || !projectId) return;
    event.preventDefault();
    highlight(null);
    onDropped(dropped, projectId);
  });
  on('dragend', () => {
    dragged = undefined;
    highlight(null);
  });
  return () => {
    highlight(null);
    watch.abort();
  };
}
