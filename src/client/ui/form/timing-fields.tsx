import { Stack, Text } from '@chakra-ui/react';
import type { useTimingForm } from '~/client/hooks/use-timing-form';
import { weekdays, scheduleWords as words } from '~/client/words/schedules';
import { frequencies } from '~/shared/schedule-times';
import { TextField } from './field';
import { SelectField } from './select-field';

type TimingFieldsProps = Pick<ReturnType<typeof useTimingForm>, 'fieldProps' | 'watch'>;

const days = Array.from({ length: 31 }, (_, index) => index + 1);

/** The fields of a recurring schedule: frequency, day and time. */
export function TimingFields({ fieldProps, watch }: TimingFieldsProps) {
  const [frequency, timeZone] = watch(['frequency', 'timeZone']);
  return (
    <Stack gap="4">
      <SelectField label={words.frequency} {...fieldProps('frequency')}>
        {frequencies.map((option) => (
          <option key={option} value={option}>
            {words.frequencies[option]}
          </option>
        ))}
      </SelectField>
      {frequency === 'weekly' && (
        <SelectField label={words.weekday} {...fieldProps('weekday')}>
          {weekdays.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {frequency === 'monthly' && (
        <SelectField label={words.dayOfMonth} hint={words.dayHint} {...fieldProps('dayOfMonth')}>
          {days.map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
      )}
      <TextField label={words.time} type="time" required {...fieldProps('time')} />
      <Text textStyle="caption" color="fg.muted">
        {words.timeZone(timeZone)}
      </Text>
    </Stack>
  );
}
