import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { useProof } from '~/client/lib/sign-in-methods';
import { ProofCode } from '~/client/ui/form/proof-code';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { secondFactorWords as words } from '~/client/words/second-factor';

/** Mutation callbacks that show an error beside the field or in a toast. */
interface Outcome {
  onError: ReturnType<typeof useServerForm>['onError'];
}

interface ProofDialogProps {
  title: string;
  body: string;
  submitLabel: string;
  pendingLabel: string;
  failureTitle: string;
  pending: boolean;
  onSubmit: (proof: { password?: string; code?: string }, outcome: Outcome) => void;
  onClose: () => void;
}

/** Requires the password and a code, or a passkey, before the second factor changes. */
export function ProofDialog({ body, failureTitle, onSubmit, ...dialog }: ProofDialogProps) {
  const proof = useProof();
  const { formProps, fieldProps, resetField, onError } = useServerForm({
    defaultValues: { password: '', code: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ secondFactorProof }) =>
        secondFactorProof
          .pick({
            ...(proof.needsPassword && { password: true as const }),
            ...(!proof.isPasskeyConfirmed && { code: true as const }),
          })
          .required(),
      ),
    failureTitle,
    onValid: ({ password, code }) =>
      onSubmit({ ...(!proof.isPasskeyConfirmed && { code }), ...(proof.needsPassword && { password }) }, { onError }),
  });
  return (
    <FormDialog formProps={formProps} {...dialog}>
      <Text color="fg.muted">{body}</Text>
      <ProofField
        proof={proof}
        page="/settings?tab=password"
        label={words.yourPassword}
        autoComplete="current-password"
        {...fieldProps('password')}
      />
      {!proof.isPasskeyConfirmed && (
        <ProofCode hasApp={proof.hasApp} onSwitch={() => resetField('code')} {...fieldProps('code')} />
      )}
    </FormDialog>
  );
}
