import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { settingsWords } from '~/client/words/settings';

/** Mutation callbacks that show an error beside the field or in a toast. */
interface Outcome {
  onError: ReturnType<typeof useServerForm>['onError'];
}

interface ProviderDialogProps {
  title: string;
  body: string;
  submitLabel: string;
  pendingLabel: string;
  failureTitle: string;
  pending: boolean;
  /** Called with the password, for accounts that have one. */
  onSubmit: (proof: { password?: string }, outcome: Outcome) => void;
  onClose: () => void;
}

/** Asks for the password before a sign-in provider is connected or removed. */
export function ProviderDialog({ body, failureTitle, onSubmit, ...dialog }: ProviderDialogProps) {
  const proof = useProof();
  const { formProps, fieldProps, onError } = useServerForm({
    defaultValues: { password: '' },
    loadSchema: () =>
      import('~/shared/schemas/identities').then(({ identityProof }) =>
        identityProof.pick(proof.needsPassword ? { password: true } : {}),
      ),
    failureTitle,
    onValid: ({ password }) => onSubmit(proof.needsPassword ? { password } : {}, { onError }),
  });
  return (
    <FormDialog formProps={formProps} {...dialog}>
      <Text color="fg.muted">{body}</Text>
      <ProofField
        proof={proof}
        page="/settings?tab=password"
        label={settingsWords.tokenPassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
    </FormDialog>
  );
}
