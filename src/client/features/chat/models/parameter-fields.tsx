import { chakra, Stack } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '~/client/ui/form/field';
import { SelectField } from '~/client/ui/form/select-field';
import { modelWords as words } from '~/client/words/models';
import type { AvailableModel, ModelParameters } from '~/shared/schemas/models';
import { typedDecimal, typedWholeNumber } from '~/shared/typed-number';

interface ParameterFieldsProps {
  model: AvailableModel;
  parameters: ModelParameters | undefined;
  /** Whether there is no list of models above. The fields are then open initially, without a line above. */
  isAlone?: boolean;
  onChange: (parameters: ModelParameters) => void;
}

const efforts = ['', 'minimal', 'low', 'medium', 'high'] as const;

/** Advanced parameters. An empty field leaves the choice to the model; an invalid value is not stored. */
export function ParameterFields({ model, parameters = {}, isAlone = false, onChange }: ParameterFieldsProps) {
  const { effort, temperature, maxOutputTokens } = parameters;
  const change = (changed: { [Name in keyof ModelParameters]: ModelParameters[Name] | undefined }) => {
    const entries = Object.entries({ ...parameters, ...changed }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(entries));
  };
  return (
    <chakra.details
      open={isAlone}
      {...(!isAlone && { mt: '2', borderTopWidth: '1px', pt: '2' })}
      // The popover has little space, so the opened section would be cut off below a list.
      onToggle={({ currentTarget }) =>
        !isAlone && currentTarget.open && currentTarget.scrollIntoView({ block: 'nearest' })
      }
    >
      <Summary>
        {words.more}
        <ChevronRight size={14} strokeWidth={1.5} aria-hidden />
      </Summary>
      <Stack gap="3" p="2">
        {model.abilities.reasoning !== false && (
          <SelectField
            label={words.effort}
            value={effort ?? ''}
            onChange={(event) =>
              change({ effort: efforts.find((option) => option && option === event.target.value) || undefined })
            }
          >
            {efforts.map((option) => (
              <option key={option} value={option}>
                {words.efforts[option]}
              </option>
            ))}
          </SelectField>
        )}
        <NumberField
          label={words.temperature}
          hint={words.temperatureHint}
          problem={words.wrongTemperature}
          value={temperature}
          read={(text) => Number(typedDecimal(text))}
          isValid={(value) => value >= 0 && value <= 2}
          onChange={(value) => change({ temperature: value })}
        />
        <NumberField
          label={words.length}
          problem={words.wrongLength}
          value={maxOutputTokens}
          read={typedWholeNumber}
          isValid={(value) => Number.isInteger(value) && value >= 16 && value <= 1_000_000}
          onChange={(value) => change({ maxOutputTokens: value })}
        />
      </Stack>
    </chakra.details>
  );
}

interface NumberFieldProps {
  label: string;
  hint?: string;
  problem: string;
  value: number | undefined;
  /** NaN if the text is not a number. */
  read: (text: string) => number;
  isValid: (value: number) => boolean;
  onChange: (value: number | undefined) => void;
}

function NumberField({ label, hint, problem, value, read, isValid, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const isWrong = text.trim() !== '' && !isValid(read(text));
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      placeholder={words.asDefault}
      value={text}
      {...(isWrong && { error: problem })}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        const number = read(next);
        onChange(next.trim() !== '' && isValid(number) ? number : undefined);
      }}
      // Enter must not submit the surrounding composer.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  );
}

const Summary = chakra('summary', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '9',
    px: '2',
    textStyle: 'ui',
    color: 'fg.muted',
    borderRadius: 'control',
    _hover: { bg: 'bg.hover', color: 'fg' },
    // In place of the browser's triangle.
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { transition: 'transform 120ms ease-out' },
    '&:is(details[open] > *) svg': { transform: 'rotate(90deg)' },
    '@media (pointer: coarse)': { minHeight: 'touch' },
  },
});
