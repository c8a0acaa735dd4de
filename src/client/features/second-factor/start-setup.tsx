import { chakra, HStack, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { enteredProof, requiredProof, useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { ProofCode } from '~/client/ui/form/proof-code';
import { ProofField } from '~/client/ui/form/proof-field';
import { secondFactorWords as words } from '~/client/words/second-factor';

interface StartSetupProps {
  page: string;
  onStarted: (key: { secret: string; uri: string }) => void;
  onCancel?: (() => void) | undefined;
}

export function StartSetup({ page, onStarted, onCancel }: StartSetupProps) {
  const proof = useProof();
  const { formProps, fieldProps, resetField, onError } = useServerForm({
    defaultValues: { password: '', code: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ secondFactorProof }) =>
        secondFactorProof.pick(requiredProof(proof)).required(),
      ),
    failureTitle: words.startFailed,
    onValid: (entered) => begin.mutate(enteredProof(proof, entered)),
  });
  const begin = trpc.secondFactor.begin.useMutation({ onSuccess: onStarted, onError });
  return (
    <chakra.form {...formProps} aria-label={words.setUpApp}>
      <Stack gap="4">
        <ProofField
          proof={proof}
          page={page}
          label={words.yourPassword}
          autoComplete="current-password"
          autoFocus
          {...fieldProps('password')}
        />
        {proof.needsCode && (
          <ProofCode hasApp={proof.hasApp} onSwitch={() => resetField('code')} {...fieldProps('code')} />
        )}
        <HStack gap="2">
          <Button type="submit" variant="primary" pending={begin.isPending} pendingLabel={words.starting}>
            {words.start}
          </Button>
          {onCancel && <Button onClick={onCancel}>{words.cancel}</Button>}
        </HStack>
      </Stack>
    </chakra.form>
  );
}
