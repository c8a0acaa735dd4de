import { chakra, Stack } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { TextField } from './field';

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  isRecovery: boolean;
  /** False for accounts with only passkeys, which can only enter a recovery code. */
  hasApp?: boolean;
  onRecovery: (isRecovery: boolean) => void;
}

/** A field for the code of an authenticator app, or for a recovery code. */
export function CodeField({ isRecovery, hasApp = true, onRecovery, ...field }: CodeFieldProps) {
  return (
    <Stack gap="1" align="stretch">
      <TextField
        // Remounts the field, so that phones switch to the right keyboard.
        key={String(isRecovery)}
        label={isRecovery ? words.recoveryCode : words.code}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        fontFamily="mono"
        {...field}
      />
      {hasApp && (
        <Toggle type="button" onClick={() => onRecovery(!isRecovery)}>
          {isRecovery ? words.useApp : words.useRecovery}
        </Toggle>
      )}
    </Stack>
  );
}

const Toggle = chakra('button', {
  base: {
    alignSelf: 'start',
    minHeight: 'touch',
    textStyle: 'caption',
    color: 'fg.muted',
    textDecoration: 'underline',
    textDecorationColor: 'border.strong',
    textUnderlineOffset: '4px',
    _hover: { color: 'fg' },
  },
});
