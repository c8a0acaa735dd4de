import { TextField, type TextFieldProps } from '~/client/ui/form/field';
import { authWords as words } from '~/client/words/auth';

/** The account's name to a password manager, an address to a phone's keyboard. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type'>) {
  return (
    <TextField
      label={words.email}
      type="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
