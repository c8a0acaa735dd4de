import { chakra, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const Box = chakra('input', {
  base: {
    flexShrink: 0,
    width: '4',
    height: '4',
    // Aligns the box with the first line of its label.
    marginTop: '0.1rem',
    accentColor: 'var(--chakra-colors-accent)',
    cursor: 'pointer',
    _disabled: { opacity: 0.55 },
    // Browsers draw an empty box in a gray that looks disabled in the dark theme.
    '&:not(:checked, :indeterminate)': {
      appearance: 'none',
      bg: 'bg.raised',
      borderWidth: '1px',
      borderColor: 'border.control',
      borderRadius: 'tight',
    },
    '@media (forced-colors: active)': { '&:not(:checked, :indeterminate)': { appearance: 'auto' } },
  },
});

export type CheckboxProps = Omit<ComponentProps<typeof Box>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** The native checkbox in our color, which keeps its shape in forced colors. */
export function Checkbox({ label, hint, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const noteId = `${boxId}-note`;
  return (
    <Stack direction="row" gap="2.5" align="flex-start">
      <Box type="checkbox" id={boxId} aria-describedby={hint ? noteId : undefined} {...rest} />
      <Stack gap="0.5">
        <chakra.label htmlFor={boxId} cursor="pointer">
          {label}
        </chakra.label>
        {hint && (
          <Text id={noteId} textStyle="caption" color="fg.subtle">
            {hint}
          </Text>
        )}
      </Stack>
    </Stack>
  );
}
