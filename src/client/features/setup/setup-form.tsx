import { chakra, Stack, Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { Button } from '~/client/ui/form/button';
import { Checkbox } from '~/client/ui/form/checkbox';
import { PasswordField } from '~/client/ui/form/password-field';
import { setupWords as words } from '~/client/words/setup';

interface SetupFormProps {
  isPending: boolean;
  onRun: (input: { seedPositions: boolean; token: string }) => void;
}

export function SetupForm({ isPending, onRun }: SetupFormProps) {
  const { formProps, fieldProps, register } = useServerForm({
    defaultValues: { seedPositions: true, token: '' },
    onValid: ({ seedPositions, token }) => onRun({ seedPositions, token: token.trim() }),
  });
  return (
    <chakra.form {...formProps} aria-label={words.title}>
      <Stack gap="6">
        <Stack gap="2">
          <Text as="h2" textStyle="heading">
            {words.whatItDoes}
          </Text>
          <chakra.ul color="fg.muted" listStyleType="disc" ps="5" display="grid" gap="1">
            {words.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </chakra.ul>
        </Stack>
        <Checkbox label={words.seed} hint={words.seedHint} {...register('seedPositions')} />
        <PasswordField
          label={words.token}
          hint={words.tokenHint}
          autoComplete="off"
          {...fieldProps('token', { validate: (token) => String(token).trim() !== '' || words.tokenMissing })}
        />
        <Stack gap="3">
          <Button
            type="submit"
            variant="primary"
            alignSelf="start"
            pending={isPending}
            pendingLabel={words.running}
            maxWidth="full"
          >
            {words.run}
          </Button>
          <Text textStyle="caption" color="fg.subtle">
            {words.safe}
          </Text>
        </Stack>
      </Stack>
    </chakra.form>
  );
}
