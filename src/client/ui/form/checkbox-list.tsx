import { chakra, Stack } from '@chakra-ui/react';
import { Checkbox } from './checkbox';

interface CheckboxListProps {
  legend: string;
  options: readonly { id: string; name: string }[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error?: string | undefined;
}

/** A group of checkboxes. A long list scrolls. */
export function CheckboxList({ legend, options, chosen, onChange, error }: CheckboxListProps) {
  function toggle(id: string, isOn: boolean) {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChange(next);
  }
  return (
    <chakra.fieldset minWidth="0">
      <chakra.legend mb="2" fontWeight="medium">
        {legend}
      </chakra.legend>
      <Stack gap="2" maxHeight="12rem" overflowY="auto" p="1">
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </Stack>
      {error && (
        <chakra.p role="alert" mt="1" textStyle="caption" color="danger">
          {error}
        </chakra.p>
      )}
    </chakra.fieldset>
  );
}
