import { chakra, defineRecipe, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';

export const inputRecipe = defineRecipe({
  base: {
    width: 'full',
    height: '11',
    px: '3',
    bg: 'bg.raised',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'control',
    // At less than 16 px, iOS zooms into the field.
    fontSize: '1rem',
    lineHeight: '1.4',
    transition: 'border-color, box-shadow',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _hover: { borderColor: 'fg.subtle' },
    _focusVisible: { outlineOffset: '-1px', borderColor: 'focus' },
    _invalid: { borderColor: 'danger' },
    _disabled: { opacity: 0.55 },
    _readOnly: { color: 'fg.muted', bg: 'transparent' },
  },
});

const Input = chakra('input', inputRecipe);

export type TextFieldProps = ComponentProps<typeof Input> & {
  label: ReactNode;
  /** The error message, shown at the field. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Content at the right end of the field, such as a show button. */
  end?: ReactNode;
};

export function TextField({ label, error, hint, end, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  const note = error ?? hint;
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={fieldId} textStyle="ui" fontWeight="medium">
        {label}
      </chakra.label>
      <chakra.div position="relative">
        <Input
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          pr={end ? '12' : undefined}
          {...rest}
        />
        {end && (
          <chakra.div position="absolute" insetBlock="0" right="1" display="flex" alignItems="center">
            {end}
          </chakra.div>
        )}
      </chakra.div>
      {note && (
        <Text id={noteId} textStyle="caption" color={error ? 'danger' : 'fg.subtle'}>
          {note}
        </Text>
      )}
    </Stack>
  );
}
