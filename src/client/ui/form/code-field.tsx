import { chakra, Stack } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { secondFactorWords as words } from '~/client/words/second-factor';
import { TextField } from './field';

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'label'> {
  isRecovery: boolean;
  /** False for an account with passkeys only: then a recovery code is all that can be typed. */
  hasApp?: boolean;
  onRecovery: (isRecovery: boolean) => void;
}

/** The code of an authenticator app, or a recovery code in its place. */
export function CodeField({ isRecovery, hasApp = true, onRecovery, ...field }: CodeFieldProps) {
  return (
    <Stack gap="1" align="stretch">
      <TextField
        // A new field, so that a phone shows the keyboard that fits.
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
