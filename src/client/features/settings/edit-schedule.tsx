import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { timeZoneHere } from '~/client/lib/time-zone';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { type Timing, TimingFields } from '~/client/ui/form/timing-fields';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { scheduleWords as words } from '~/client/words/schedules';
import type { ResearchScheduleView } from '~/shared/schemas/research-schedules';

interface EditScheduleProps {
  schedule: ResearchScheduleView;
  onClose: () => void;
}

/** Changes when a research is repeated, in the time zone of this device. */
export function EditSchedule({ schedule, onClose }: EditScheduleProps) {
  const { weekday, dayOfMonth, ...rest } = schedule.timing;
  const [timing, setTiming] = useState<Timing>({
    ...rest,
    weekday: weekday ?? 1,
    dayOfMonth: dayOfMonth ?? 1,
    timeZone: timeZoneHere(),
  });
  const utils = trpc.useUtils();
  const save = trpc.research.updateSchedule.useMutation({
    onSuccess(saved) {
      void utils.research.schedules.invalidate();
      toast({ kind: 'success', title: words.saved, description: words.timing(saved.timing) });
      onClose();
    },
    onError: (cause) => toast({ kind: 'error', title: words.saveFailed, description: errorMessage(cause) }),
  });
  return (
    <FormDialog
      title={words.editTitle}
      pending={save.isPending}
      submitLabel={words.save}
      pendingLabel={words.creating}
      formProps={{
        onSubmit(event: SubmitEvent<HTMLFormElement>) {
          event.preventDefault();
          save.mutate({ scheduleId: schedule.id, timing });
        },
      }}
      onClose={onClose}
    >
      <TimingFields timing={timing} onChange={setTiming} />
    </FormDialog>
  );
}
