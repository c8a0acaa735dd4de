import { useMemo, useRef } from 'react';
import { useRowWindow } from '~/client/hooks/use-row-window';
import { type ConversationPages, conversationsOf } from './conversation-cache';
import { groupsOf, rowCount, rowOf } from './conversation-groups';
import { idAfterGap } from './list-gap';
import { useNextRow } from './use-next-row';
import { useRevealRow } from './use-reveal-row';
import { useRowPixels } from './use-row-pixels';

/** The conversations in their groups, and the rows near the viewport. */
export function useListedRows(pages: ConversationPages | undefined, selectedId: string | undefined) {
  const rowHeight = useRowPixels();
  const conversations = useMemo(() => conversationsOf(pages), [pages]);
  const groups = useMemo(() => groupsOf(conversations, undefined, idAfterGap(pages)), [conversations, pages]);
  const count = rowCount(groups);
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const { first, last } = useRowWindow(inner, count, rowHeight);
  const rememberRow = useNextRow(box, conversations);
  const selectedRow = rowOf(groups, selectedId);
  useRevealRow(box, selectedId, selectedRow, rowHeight);
  return { box, inner, groups, count, first, last, rowHeight, rememberRow, isSelectedListed: selectedRow >= 0 };
}
