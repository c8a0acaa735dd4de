import { useEffect, useRef } from 'react';
import { noticeResearchReady } from '~/client/lib/ready-notice';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { researchEndWords as words } from '~/client/words/research-end';
import { runningStates } from '~/shared/research-states';
import type { ResearchView } from '~/shared/schemas/research';
import { newlyEnded } from './newly-ended';

const lookMs = 5000;
/** While nothing runs: a schedule or another device may start a research. */
const idleMs = 60_000;

/** Reports a research that has ended, on each page of the application. */
export function ResearchWatch() {
  const { data: researches } = trpc.research.recent.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some((one) => runningStates.includes(one.state)) ? lookMs : idleMs),
    // A report that becomes ready in a tab in the background is why this exists.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  });
  const utils = trpc.useUtils();
  const before = useRef<readonly ResearchView[]>(undefined);
  useEffect(() => {
    if (!researches) return;
    const ended = newlyEnded(before.current, researches);
    for (const one of ended) announce(one);
    // The mark of its conversation in the panel, or that the user sees it there already.
    if (ended.length > 0) void utils.conversations.activity.invalidate();
    before.current = researches;
  }, [researches, utils]);
  return null;
}

function announce({ state, question }: ResearchView): void {
  const isReady = state === 'done';
  const title = isReady ? words.ready : words.failed;
  toast({ kind: isReady ? 'success' : 'error', title, description: question });
  noticeResearchReady(title, question);
}
