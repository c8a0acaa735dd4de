import { Text } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { enteredProof, requiredProof, useProof } from '~/client/lib/sign-in-methods';
import { ProofCode } from '~/client/ui/form/proof-code';
import { ProofField } from '~/client/ui/form/proof-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { settingsWords } from '~/client/words/settings';
import type { SecondFactorProof } from '~/shared/schemas/second-factor';

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
  /** Whether accounts with a second factor enter a code, too. */
  takesCode?: boolean;
  /** Called with the password, for accounts that have one. */
  onSubmit: (proof: SecondFactorProof, outcome: Outcome) => void;
  onClose: () => void;
}

/** Asks for the password before a sign-in provider is connected or removed. */
export function ProviderDialog({ body, failureTitle, takesCode = false, onSubmit, ...dialog }: ProviderDialogProps) {
  const proof = useProof();
  const needs = { ...proof, needsCode: takesCode && proof.needsCode };
  const { formProps, fieldProps, resetField, onError } = useServerForm({
    defaultValues: { password: '', code: '' },
    loadSchema: () =>
      import('~/shared/schemas/second-factor').then(({ secondFactorProof }) =>
        secondFactorProof.pick(requiredProof(needs)).required(),
      ),
    failureTitle,
    onValid: (entered) => onSubmit(enteredProof(needs, entered), { onError }),
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
      {needs.needsCode && (
        <ProofCode hasApp={proof.hasApp} onSwitch={() => resetField('code')} {...fieldProps('code')} />
      )}
    </FormDialog>
  );
}
