import { useEffect, useRef } from 'react';
import { noticeResearchReady } from '~/client/lib/ready-notice';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { researchWords as words } from '~/client/words/research';
import { type ResearchState, runningStates } from '~/shared/research-states';

const lookMs = 5000;

/** Reports a research that has become ready while the chat is open. */
export function ResearchWatch() {
  const { data: researches } = trpc.research.recent.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some((one) => runningStates.includes(one.state)) ? lookMs : false),
    // A report that becomes ready in a tab in the background is why this exists.
    refetchIntervalInBackground: true,
  });
  const before = useRef<ReadonlyMap<string, ResearchState>>(undefined);
  useEffect(() => {
    if (!researches) return;
    for (const { id, state, question } of researches) {
      const earlier = before.current?.get(id);
      if (state === 'done' && earlier !== undefined && earlier !== 'done') announce(question);
    }
    before.current = new Map(researches.map(({ id, state }) => [id, state]));
  }, [researches]);
  return null;
}

function announce(question: string): void {
  toast({ kind: 'success', title: words.ready, description: question });
  noticeResearchReady(words.ready, question);
}
