import { Text } from '@chakra-ui/react';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { timeZoneHere } from '~/client/lib/time-zone';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { type Timing, TimingFields } from '~/client/ui/form/timing-fields';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { scheduleWords as words } from '~/client/words/schedules';

interface ReportDialogProps {
  researchId: string;
  onClose: () => void;
}

/** Repeats the research of a report. A default export, as `lazy` asks for one. */
export default function RepeatDialog({ researchId, onClose }: ReportDialogProps) {
  const [timing, setTiming] = useState<Timing>(() => ({
    frequency: 'weekly',
    weekday: 1,
    dayOfMonth: 1,
    time: '08:00',
    timeZone: timeZoneHere(),
  }));
  const utils = trpc.useUtils();
  const create = trpc.research.createSchedule.useMutation({
    onSuccess(schedule) {
      void utils.research.schedules.invalidate();
      toast({ kind: 'success', title: words.created, description: words.timing(schedule.timing) });
      onClose();
    },
    onError: (cause) => toast({ kind: 'error', title: words.createFailed, description: errorMessage(cause) }),
  });
  return (
    <FormDialog
      title={words.repeatTitle}
      pending={create.isPending}
      submitLabel={words.create}
      pendingLabel={words.creating}
      formProps={{
        onSubmit(event: SubmitEvent<HTMLFormElement>) {
          event.preventDefault();
          create.mutate({ researchId, timing });
        },
      }}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.repeatNote}</Text>
      <TimingFields timing={timing} onChange={setTiming} />
    </FormDialog>
  );
}
