import { useTimingForm } from '~/client/hooks/use-timing-form';
import { timeZoneHere } from '~/client/lib/time-zone';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { TimingFields } from '~/client/ui/form/timing-fields';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchScheduleView } from '~/shared/schemas/research-schedules';

interface EditScheduleProps {
  schedule: ResearchScheduleView;
  onClose: () => void;
}

/** Edits the schedule of repeated research, in this device's time zone. */
export function EditSchedule({ schedule, onClose }: EditScheduleProps) {
  const { formProps, onError, ...form } = useTimingForm({
    start: { ...schedule.timing, timeZone: timeZoneHere() },
    failureTitle: words.saveFailed,
    onValid: (timing) => save.mutate({ scheduleId: schedule.id, timing }),
  });
  const utils = trpc.useUtils();
  const save = trpc.research.updateSchedule.useMutation({
    onSuccess(saved) {
      void utils.research.schedules.invalidate();
      toast({ kind: 'success', title: words.saved, description: words.timing(saved.timing) });
      onClose();
    },
    onError,
  });
  return (
    <FormDialog
      title={words.editTitle}
      pending={save.isPending}
      inactive={!form.formState.isDirty && schedule.timing.timeZone === timeZoneHere()}
      submitLabel={words.save}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <TimingFields {...form} />
    </FormDialog>
  );
}
