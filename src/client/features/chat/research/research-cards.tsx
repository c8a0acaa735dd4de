import { Stack } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { runningStates } from '~/shared/research-states';
import type { ResearchView } from '~/shared/schemas/research';
import { ResearchCard } from './research-card';

const pollMs = 1500;
/** While nothing runs: another tab may start the plan or discard it. */
const idleMs = 10_000;

function isOpen({ state, steps, error, used }: ResearchView): boolean {
  const isPlan = steps.length > 0 && steps.every((step) => step.state === 'waiting') && used.milliseconds === 0;
  const isDiscarded = state === 'stopped' && error === null && isPlan;
  return state !== 'done' && !isDiscarded;
}

/** The research runs of a conversation that have no report yet. Default export for `lazy`. */
export default function ResearchCards({ conversationId }: { conversationId: string }) {
  const { data: researches = [] } = trpc.research.list.useQuery(
    { conversationId },
    {
      refetchInterval: ({ state }) => {
        const shown = state.data?.filter(isOpen) ?? [];
        if (shown.some((research) => runningStates.includes(research.state))) return pollMs;
        return shown.length > 0 && idleMs;
      },
      refetchOnWindowFocus: 'always',
    },
  );
  const open = researches.filter(isOpen);
  if (open.length === 0) return null;
  return (
    <Stack gap="4" mt="6">
      {open.toReversed().map((research) => (
        <ResearchCard key={research.id} research={research} />
      ))}
    </Stack>
  );
}
