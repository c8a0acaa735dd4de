import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Check, Circle, CircleDashed, CircleDot, Telescope } from 'lucide-react';
import { formatCount } from '~/client/lib/format';
import { Card } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { researchWords as words } from '~/client/words/research';
import { runningStates } from '~/shared/research-states';
import type { ResearchStepView, ResearchView } from '~/shared/schemas/research';
import { EndedActions } from './ended-actions';
import { ResearchPlan } from './research-plan';
import { useResearchActions } from './use-research-actions';

/** A research run before its report: the plan to check, or its progress. */
export function ResearchCard({ research }: { research: ResearchView }) {
  const { id, state, question, error, queuePlace } = research;
  const { run, stop } = useResearchActions();
  const isRunning = runningStates.includes(state);
  return (
    <Card as="section" aria-label={words.heading}>
      <Stack gap="3">
        <Flex align="center" gap="2" color="fg.muted" textStyle="caption">
          <Telescope size={16} strokeWidth={1.5} aria-hidden />
          <Text role="status">
            {[words.states[state], queuePlace !== null && words.inQueue(queuePlace)].filter(Boolean).join(' ')}
          </Text>
        </Flex>
        <Text fontWeight="medium" overflowWrap="anywhere">
          {question}
        </Text>
        {error && <Text color="danger">{error}</Text>}
        {state === 'planned' ? (
          <ResearchPlan research={research} run={run}>
            <Button variant="ghost" pending={stop.isPending} onClick={() => stop.mutate({ id })}>
              {words.discard}
            </Button>
          </ResearchPlan>
        ) : (
          <Steps research={research} />
        )}
        {isRunning && (
          <Flex gap="2" wrap="wrap">
            <Button size="sm" pending={stop.isPending} onClick={() => stop.mutate({ id })}>
              {words.stop}
            </Button>
          </Flex>
        )}
        {(state === 'stopped' || state === 'failed') && <EndedActions research={research} run={run} />}
      </Stack>
    </Card>
  );
}

function Steps({ research: { steps, budget, used } }: { research: ResearchView }) {
  if (steps.length === 0) return null;
  const minutes = Math.ceil(used.milliseconds / 60_000);
  const facts = [
    words.minutesUsed(minutes, budget.minutes),
    words.pagesUsed(used.pages, budget.pages),
    used.cost ? words.costUsed(Number(used.cost).toFixed(2), budget.usd) : '',
    words.tokensUsed(formatCount(used.inputTokens + used.outputTokens)),
  ];
  return (
    <>
      <chakra.ol listStyleType="none" display="grid" gap="1.5">
        {steps.map((step) => (
          <Step key={`${step.kind} ${step.question}`} step={step} />
        ))}
      </chakra.ol>
      <Text textStyle="caption" color="fg.muted" data-numeric>
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

const marks = { waiting: CircleDashed, reading: CircleDot, done: Check, failed: Circle };
const stateWords = {
  waiting: words.waiting,
  reading: words.reading,
  done: words.answered,
  failed: words.nothingFound,
};

function Step({ step: { question, state, doing } }: { step: ResearchStepView }) {
  const displayedState = doing === null ? state : 'reading';
  const Mark = marks[displayedState];
  const isQuiet = displayedState === 'waiting' || displayedState === 'failed';
  return (
    <Flex as="li" gap="2" textStyle="ui" color={isQuiet ? 'fg.muted' : 'fg'}>
      <chakra.span mt="0.5" color={isQuiet ? undefined : 'accent'}>
        <Mark size={16} strokeWidth={1.5} role="img" aria-label={stateWords[displayedState]} />
      </chakra.span>
      <chakra.div minWidth="0">
        <Text overflowWrap="anywhere">{question}</Text>
        {doing !== null && (
          <Text textStyle="caption" color="fg.muted" truncate>
            {doing}
          </Text>
        )}
      </chakra.div>
    </Flex>
  );
}
