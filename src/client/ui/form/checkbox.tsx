import { chakra, Stack, Text } from '@chakra-ui/react';
import { type ComponentProps, type ReactNode, useId } from 'react';

const Box = chakra('input', {
  base: {
    flexShrink: 0,
    width: '4',
    height: '4',
    // The box stands beside the first line of its label, however many there are.
    marginTop: '0.1rem',
    accentColor: 'var(--chakra-colors-accent)',
    cursor: 'pointer',
  },
});

export type CheckboxProps = Omit<ComponentProps<typeof Box>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** The browser's own box in our colour: it keeps its shape in forced colours and its state everywhere. */
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
