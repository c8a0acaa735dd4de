import { Stack, Text } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { atBase } from '~/client/lib/base-path';
import { passkeyWords } from '~/client/words/passkeys';
import { providerWords as words } from '~/client/words/sign-in-providers';
import { Button } from './button';
import { PasswordField } from './password-field';

interface ProofFieldProps extends ComponentProps<typeof PasswordField> {
  proof: {
    needsPassword: boolean;
    isConfirmed: boolean;
    confirmWith: readonly { id: string; name: string }[];
    passkey?: { confirm: () => void; isPending: boolean } | undefined;
  };
  /** The page to return to after signing in at the provider. */
  page: string;
}

/** Asks for the password or a passkey. Accounts without a password get a link to their provider. */
export function ProofField({ proof, page, ...field }: ProofFieldProps) {
  const { needsPassword, isConfirmed, confirmWith, passkey } = proof;
  if (!needsPassword && isConfirmed) return <Text color="fg.muted">{words.confirmed}</Text>;
  const passkeyButton = passkey && (
    <Button
      size="sm"
      alignSelf="start"
      pending={passkey.isPending}
      pendingLabel={passkeyWords.waiting}
      onClick={passkey.confirm}
    >
      {passkeyWords.useInstead}
    </Button>
  );
  if (needsPassword)
    return (
      <Stack gap="2">
        <PasswordField {...field} />
        {passkeyButton}
      </Stack>
    );
  return (
    <Stack gap="3" align="start">
      <Text color="fg.muted">{words.confirmHint}</Text>
      {passkeyButton}
      {confirmWith.map(({ id, name }) => (
        <Button key={id} asChild>
          <a href={atBase(`/auth/oidc/${id}/start?${new URLSearchParams({ confirm: '1', redirect: page })}`)}>
            {words.confirmWith(name)}
          </a>
        </Button>
      ))}
    </Stack>
  );
}
