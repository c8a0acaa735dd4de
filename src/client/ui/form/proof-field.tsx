import { Stack, Text } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { providerWords as words } from '~/client/words/sign-in-providers';
import { Button } from './button';
import { PasswordField } from './password-field';

interface ProofFieldProps extends ComponentProps<typeof PasswordField> {
  proof: { needsPassword: boolean; isConfirmed: boolean; confirmWith: readonly { id: string; name: string }[] };
  /** The page to come back to. */
  page: string;
}

/** The password, or for an account without one the way to its provider. */
export function ProofField({ proof, page, ...field }: ProofFieldProps) {
  if (proof.needsPassword) return <PasswordField {...field} />;
  if (proof.isConfirmed) return <Text color="fg.muted">{words.confirmed}</Text>;
  return (
    <Stack gap="3" align="start">
      <Text color="fg.muted">{words.confirmHint}</Text>
      {proof.confirmWith.map(({ id, name }) => (
        <Button key={id} asChild>
          <a href={`/auth/oidc/${id}/start?${new URLSearchParams({ confirm: '1', redirect: page })}`}>
            {words.confirmWith(name)}
          </a>
        </Button>
      ))}
    </Stack>
  );
}
