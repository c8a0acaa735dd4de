import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { uiWords as words } from '~/client/words/ui';
import { IconButton } from './button';
import { TextField, type TextFieldProps } from './field';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      end={
        <IconButton
          label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          size="sm"
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={16} strokeWidth={1.5} />
        </IconButton>
      }
    />
  );
}
