import { chakra, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Select } from './select';

export type SelectFieldProps = ComponentProps<typeof Select> & {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A select with label, hint and error, like TextField. */
export function SelectField({ label, error, hint, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  const note = error ?? hint;
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={fieldId} textStyle="ui" fontWeight="medium">
        {label}
      </chakra.label>
      <Select
        id={fieldId}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        // As tall as the text fields beside it.
        height="11"
        fontSize="1rem"
        {...rest}
      />
      {note && (
        <Text id={noteId} textStyle="caption" color={error ? 'danger' : 'fg.subtle'}>
          {note}
        </Text>
      )}
    </Stack>
  );
}
