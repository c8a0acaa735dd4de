import { HStack } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDate } from '~/client/lib/format';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { AccessList, AccessRow } from '~/client/ui/content/access-row';
import { Section } from '~/client/ui/content/card';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchScheduleView } from '~/shared/schemas/research-schedules';
import { EditSchedule } from './edit-schedule';
import { Loaded } from './loaded';

/** Scheduled research. */
export function SchedulesSection() {
  const list = trpc.research.schedules.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section title={words.heading} description={words.note}>
      <Loaded query={list} failureTitle={words.loadFailed} height="16">
        {(data) => <ScheduleList schedules={data} />}
      </Loaded>
    </Section>
  );
}

function ScheduleList({ schedules }: { schedules: readonly ResearchScheduleView[] }) {
  const utils = trpc.useUtils();
  const onSettled = () => utils.research.schedules.invalidate();
  const [asked, setAsked] = useState<ResearchScheduleView>();
  const [edited, setEdited] = useState<ResearchScheduleView>();
  const remove = trpc.research.deleteSchedule.useMutation({
    onSuccess() {
      setAsked(undefined);
      toast({ kind: 'success', title: words.deleted });
    },
    onError: (cause) => errorToast(words.deleteFailed, cause),
    onSettled,
  });
  return (
    <>
      <AccessList as={schedules.length === 0 ? 'div' : 'ul'}>
        {schedules.length === 0 && <EmptyState title={words.none} />}
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            schedule={schedule}
            onEdit={() => setEdited(schedule)}
            onDelete={() => setAsked(schedule)}
          />
        ))}
      </AccessList>
      {edited && <EditSchedule schedule={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={words.deleteTitle}
        body={words.deleteBody(asked?.question ?? '')}
        confirmLabel={words.delete}
        pending={remove.isPending}
        pendingLabel={words.deleting}
        onConfirm={() => asked && remove.mutate({ scheduleId: asked.id })}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

interface ScheduleRowProps {
  schedule: ResearchScheduleView;
  onEdit: () => void;
  onDelete: () => void;
}

function ScheduleRow({ schedule, onEdit, onDelete }: ScheduleRowProps) {
  const { id, question, timing, isPaused, nextAt } = schedule;
  const utils = trpc.useUtils();
  const pause = trpc.research.updateSchedule.useMutation({
    onError: (cause) => errorToast(words.saveFailed, cause),
    onSettled: () => utils.research.schedules.invalidate(),
  });
  const toggle = isPaused ? words.resume : words.pause;
  return (
    <AccessRow
      title={question}
      facts={[words.timing(timing), nextAt ? words.next(formatDate(nextAt)) : words.paused]}
      action={
        <HStack gap="1" wrap="wrap" justify="flex-end">
          <Button
            size="sm"
            aria-label={words.named(toggle, question)}
            pending={pause.isPending}
            onClick={() => pause.mutate({ scheduleId: id, isPaused: !isPaused })}
          >
            {toggle}
          </Button>
          <Button size="sm" aria-label={words.named(words.edit, question)} onClick={onEdit}>
            {words.edit}
          </Button>
          <Button size="sm" aria-label={words.named(words.delete, question)} onClick={onDelete}>
            {words.delete}
          </Button>
        </HStack>
      }
    />
  );
}
