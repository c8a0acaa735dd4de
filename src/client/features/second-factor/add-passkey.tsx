import { chakra, HStack, Stack } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { fieldErrors } from '~/client/lib/error-message';
import { createPasskey, passkeyProblem } from '~/client/lib/passkeys';
import { enteredProof, requiredProof, useProof } from '~/client/lib/sign-in-methods';
import { toast } from '~/client/lib/toast';
import { trpc, trpcClient } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { ProofCode } from '~/client/ui/form/proof-code';
import { ProofField } from '~/client/ui/form/proof-field';
import { passkeyWords as words } from '~/client/words/passkeys';
import { limits } from '~/shared/limits';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';
import { RecoveryCodes } from './recovery-codes';

interface AddPasskeyProps {
  /** The page to return to after a confirmation at the provider. */
  page: string;
  onDone: () => void;
  /** Called when the recovery codes are shown; leaving before they are saved would lose them. */
  onCodes?: (() => void) | undefined;
  onCancel?: () => void;
}

async function addPasskey({ name, proof }: { name: string; proof: SecondFactorProof }) {
  const { options } = await trpcClient.passkeys.begin.mutate(proof);
  return trpcClient.passkeys.add.mutate({ name, response: await createPasskey(options) });
}

/** Invalidates everything that adding a passkey changes, including the sign-in methods and the sessions. */
function useInvalidate() {
  const utils = trpc.useUtils();
  return () => {
    void utils.passkeys.list.invalidate();
    void utils.secondFactor.status.invalidate();
    void utils.sessions.list.invalidate();
    void utils.identities.list.invalidate();
  };
}

/** Asks for a name and a proof, then for the device. The first second factor also shows recovery codes. */
export function AddPasskey({ page, onDone, onCodes, onCancel }: AddPasskeyProps) {
  const invalidate = useInvalidate();
  const proof = useProof();
  const [codes, setCodes] = useState<readonly string[]>();
  const { formProps, fieldProps, resetField, showErrors } = useServerForm({
    defaultValues: { name: '', password: '', code: '' },
    loadSchema: async () => {
      const { addPasskeyInput, beginPasskeyInput } = await import('~/shared/schemas/passkeys');
      const { shape } = beginPasskeyInput.pick(requiredProof(proof)).required();
      return addPasskeyInput.pick({ name: true }).extend(shape);
    },
    onValid: ({ name, ...entered }) => add.mutate({ name, proof: enteredProof(proof, entered) }),
  });
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess({ recoveryCodes }) {
      toast({ kind: 'success', title: words.wasAdded });
      invalidate();
      if (recoveryCodes.length === 0) return onDone();
      setCodes(recoveryCodes);
      onCodes?.();
    },
    onError(cause) {
      toast({ kind: 'error', title: words.addFailed, description: passkeyProblem(cause) });
      showErrors(fieldErrors(cause));
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <chakra.form {...formProps} aria-label={words.add}>
      <Stack gap="4">
        <TextField
          label={words.name}
          placeholder={words.namePlaceholder}
          autoComplete="off"
          maxLength={limits.passkeyNameCharacters}
          autoFocus
          {...fieldProps('name')}
        />
        <ProofField
          proof={proof}
          page={page}
          label={words.yourPassword}
          autoComplete="current-password"
          {...fieldProps('password')}
        />
        {proof.needsCode && (
          <ProofCode hasApp={proof.hasApp} onSwitch={() => resetField('code')} {...fieldProps('code')} />
        )}
        <HStack gap="2">
          <Button type="submit" variant="primary" pending={add.isPending} pendingLabel={words.adding}>
            {words.add}
          </Button>
          {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
        </HStack>
      </Stack>
    </chakra.form>
  );
}
