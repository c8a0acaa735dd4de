import { chakra, HStack, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { ProofField } from '~/client/ui/form/proof-field';
import { secondFactorWords as words } from '~/client/words/second-factor';

interface StartSetupProps {
  page: string;
  onStarted: (key: { secret: string; uri: string }) => void;
  onCancel?: (() => void) | undefined;
}

export function StartSetup({ page, onStarted, onCancel }: StartSetupProps) {
  const proof = useProof();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ secondFactorProof }) =>
        secondFactorProof.pick(proof.needsPassword ? { password: true } : {}).required(),
      ),
    failureTitle: words.startFailed,
    onValid: ({ password }) => begin.mutate(proof.needsPassword ? { password } : {}),
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
