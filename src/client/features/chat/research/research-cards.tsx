import { Stack } from '@chakra-ui/react';
import { trpc } from '~/client/lib/trpc';
import { runningStates } from '~/shared/research-states';
import { ResearchCard } from './research-card';

const pollMs = 1500;

/** The research runs of a conversation that have no report yet. Default export for `lazy`. */
export default function ResearchCards({ conversationId }: { conversationId: string }) {
  const { data: researches = [] } = trpc.research.list.useQuery(
    { conversationId },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((research) => runningStates.includes(research.state)) ? pollMs : false,
    },
  );
  const open = researches.filter(({ state, steps, error }) => {
    const isDiscarded = state === 'stopped' && error === null && steps.every((step) => step.state === 'waiting');
    return state !== 'done' && !isDiscarded;
  });
  if (open.length === 0) return null;
  return (
    <Stack gap="4" mt="6">
      {open.toReversed().map((research) => (
        <ResearchCard key={research.id} research={research} />
      ))}
    </Stack>
  );
}
