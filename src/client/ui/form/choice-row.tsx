import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface Choice<Value extends string> {
  value: Value;
  name: ReactNode;
  /** The full name, if `name` is short. */
  hint?: string;
}

interface ChoiceRowProps<Value extends string> {
  /** Accessible name of the group. */
  legend: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A row of options, exactly one of which is selected. */
export function ChoiceRow<Value extends string>({ legend, choices, value, onChange }: ChoiceRowProps<Value>) {
  return (
    <Frame>
      <chakra.legend srOnly>{legend}</chakra.legend>
      {choices.map(({ value: choice, name, hint }) => (
        <Press
          key={choice}
          type="button"
          aria-pressed={choice === value}
          aria-label={hint}
          title={hint}
          onClick={() => onChange(choice)}
        >
          {name}
        </Press>
      ))}
    </Frame>
  );
}

const Frame = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.5',
    minWidth: '0',
    width: 'fit-content',
    p: '0.5',
    bg: 'bg.raised',
    borderWidth: '1px',
    borderRadius: 'control',
  },
});

const Press = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '8',
    px: '2.5',
    borderRadius: 'tight',
    color: 'fg.muted',
    fontWeight: 'medium',
    transition: 'background-color, color',
    transitionDuration: 'fast',
    _hover: { color: 'fg' },
    '&[aria-pressed=true]': { bg: 'bg.selected', color: 'fg' },
    '@media (pointer: coarse)': { minHeight: 'touch', minWidth: 'touch', justifyContent: 'center' },
  },
});
