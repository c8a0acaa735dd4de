import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { noticeResearchReady } from '~/client/lib/ready-notice';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { researchEndWords as words } from '~/client/words/research-end';
import { runningStates } from '~/shared/research-states';
import type { ResearchView } from '~/shared/schemas/research';
import { newlyEnded } from './newly-ended';

const pollMs = 5000;
/** The polling interval while nothing runs: a schedule or another device may start research. */
const idleMs = 60_000;

/** Announces research that has ended, on every page of the application. */
export function ResearchWatch() {
  const { data: researches } = trpc.research.recent.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some((research) => runningStates.includes(research.state)) ? pollMs : idleMs,
    // Its purpose is to announce a report while the tab is in the background.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  });
  const utils = trpc.useUtils();
  const router = useRouter();
  const announce = useEffectEvent(({ state, question, conversationId }: ResearchView) => {
    const place = { to: '/qchat', search: { c: conversationId } } as const;
    const open = () => void router.navigate(place);
    const isReady = state === 'done';
    const title = isReady ? words.ready : words.failed;
    const isOpen = router.matchRoute(place, { includeSearch: true }) !== false;
    toast({
      kind: isReady ? 'success' : 'error',
      title,
      description: question,
      ...(!isOpen && { action: { label: words.open, run: open } }),
    });
    noticeResearchReady({ title, body: question, conversationId, onClick: open });
  });
  const before = useRef<readonly ResearchView[]>(undefined);
  useEffect(() => {
    if (!researches) return;
    const ended = newlyEnded(before.current, researches);
    for (const research of ended) announce(research);
    // Updates the marker of its conversation in the panel; if the conversation is open, it is marked as read.
    if (ended.length > 0) void utils.conversations.activity.invalidate();
    before.current = researches;
  }, [researches, utils]);
  return null;
}
