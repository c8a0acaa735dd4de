import { TextField, type TextFieldProps } from '~/client/ui/form/field';
import { authWords as words } from '~/client/words/auth';

/** Password managers use it as the account name; phones show the email keyboard. */
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
