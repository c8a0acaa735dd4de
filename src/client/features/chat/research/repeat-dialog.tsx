import { Text } from '@chakra-ui/react';
import { useTimingForm } from '~/client/hooks/use-timing-form';
import { timeZoneHere } from '~/client/lib/time-zone';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { TimingFields } from '~/client/ui/form/timing-fields';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { scheduleWords as words } from '~/client/words/schedules';

interface RepeatDialogProps {
  researchId: string;
  onClose: () => void;
}

/** Schedules repetitions of a report's research. */
export function RepeatDialog({ researchId, onClose }: RepeatDialogProps) {
  const { formProps, onError, ...form } = useTimingForm({
    start: { frequency: 'weekly', time: '08:00', timeZone: timeZoneHere() },
    failureTitle: words.createFailed,
    onValid: (timing) => create.mutate({ researchId, timing }),
  });
  const utils = trpc.useUtils();
  const create = trpc.research.createSchedule.useMutation({
    onSuccess(schedule) {
      void utils.research.schedules.invalidate();
      toast({ kind: 'success', title: words.created, description: words.timing(schedule.timing) });
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      title={words.repeatTitle}
      pending={create.isPending}
      submitLabel={words.create}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.repeatNote}</Text>
      <TimingFields {...form} />
    </FormDialog>
  );
}
