import { Stack, Text } from '@chakra-ui/react';
import { weekdays, scheduleWords as words } from '~/client/words/schedules';
import { frequencies, type ScheduleTiming } from '~/shared/schedule-times';
import { TextField } from './field';
import { SelectField } from './select-field';

export type Timing = ScheduleTiming & { weekday: number; dayOfMonth: number };

interface TimingFieldsProps {
  timing: Timing;
  onChange: (timing: Timing) => void;
}

const days = Array.from({ length: 31 }, (_, index) => index + 1);

/** When something repeats: how often, on which day, and at what time. */
export function TimingFields({ timing, onChange }: TimingFieldsProps) {
  const { frequency, weekday, dayOfMonth, time, timeZone } = timing;
  return (
    <Stack gap="4">
      <SelectField
        label={words.frequency}
        value={frequency}
        onChange={({ target }) =>
          onChange({ ...timing, frequency: frequencies.find((one) => one === target.value) ?? frequency })
        }
      >
        {frequencies.map((one) => (
          <option key={one} value={one}>
            {words.frequencies[one]}
          </option>
        ))}
      </SelectField>
      {frequency === 'weekly' && (
        <SelectField
          label={words.weekday}
          value={weekday}
          onChange={({ target }) => onChange({ ...timing, weekday: Number(target.value) })}
        >
          {weekdays.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {frequency === 'monthly' && (
        <SelectField
          label={words.dayOfMonth}
          hint={words.dayHint}
          value={dayOfMonth}
          onChange={({ target }) => onChange({ ...timing, dayOfMonth: Number(target.value) })}
        >
          {days.map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={words.time}
        type="time"
        required
        value={time}
        onChange={({ target }) => onChange({ ...timing, time: target.value })}
      />
      <Text textStyle="caption" color="fg.muted">
        {words.timeZone(timeZone)}
      </Text>
    </Stack>
  );
}
