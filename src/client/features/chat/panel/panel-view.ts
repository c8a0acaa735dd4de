import { useEffect, useRef, useState } from 'react';
import { trpc } from '~/client/lib/trpc';
import type { Project } from '~/shared/schemas/projects';
import { type ListInput, listInput } from './list-input';

/** The current list: conversations outside of projects, archived ones, or those of a project. */
export type PanelView = 'current' | 'archived' | { projectId: string };

/** The current list, and functions to change it. */
export interface PanelState {
  view: PanelView;
  setView: (view: PanelView) => void;
  /** The id of the open project. */
  openId: string | undefined;
  /** The project of the selected conversation, otherwise the open project; undefined until loaded. */
  project: Project | undefined;
  /** The query input of the current list. */
  input: ListInput;
}

/**
 * Switches to the list of the selected conversation once per selection. If the conversation is moved later, the list
 * stays.
 */
export function usePanelView(selectedId: string | undefined): PanelState {
  const [view, setView] = useState<PanelView>('current');
  const { data: selected } = trpc.conversations.get.useQuery(
    { conversationId: selectedId ?? '' },
    { enabled: selectedId !== undefined },
  );
  const followed = useRef<string>(undefined);
  useEffect(() => {
    if (!selected || followed.current === selected.id) return;
    followed.current = selected.id;
    const { isArchived, projectId } = selected;
    setView(isArchived ? 'archived' : projectId ? { projectId } : 'current');
  }, [selected]);
  const input = typeof view === 'object' ? view : listInput[view];
  const openId = typeof view === 'object' ? view.projectId : undefined;
  const { data: projects } = trpc.projects.list.useQuery({});
  const idHere = selectedId ? selected?.projectId : openId;
  return { view, setView, openId, input, project: projects?.items.find(({ id }) => id === idHere) };
}
