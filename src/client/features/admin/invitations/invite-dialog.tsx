import { useServerForm } from '~/client/hooks/use-server-form';
import { errorMessage, isConflict } from '~/client/lib/error-message';
import { useProof } from '~/client/lib/sign-in-methods';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { ProofField } from '~/client/ui/form/proof-field';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { invitationWords as words } from '~/client/words/invitations';
import { limits } from '~/shared/limits';
import type { CreatedInvitation } from '~/shared/schemas/invitations';

interface InviteDialogProps {
  /** The initial value. */
  email: string;
  onCreated: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}

const lifetimes = [1, limits.invitationDaysByDefault, 30, limits.invitationDays];

interface Values extends Record<string, string> {
  email: string;
  role: string;
  days: string;
  password: string;
}

export function InviteDialog({ email, onCreated, onClose }: InviteDialogProps) {
  const utils = trpc.useUtils();
  const proof = useProof();
  const toInput = ({ email: address, role, days, password }: Values) => {
    const isAdmin = role === 'admin';
    return {
      email: address,
      isAdmin,
      days: Number(days),
      ...(isAdmin && proof.needsPassword && { password }),
    };
  };
  const { formProps, onError, showErrors, ...form } = useServerForm<Values>({
    defaultValues: { email, role: 'user', days: String(limits.invitationDaysByDefault), password: '' },
    loadSchema: () => import('~/shared/schemas/invitations').then((schemas) => schemas.createInvitationInput),
    toInput,
    failureTitle: words.createFailed,
    onValid: (values) => create.mutate(toInput(values)),
  });
  const create = trpc.invitations.create.useMutation({
    onSuccess(invitation) {
      void utils.invitations.list.invalidate();
      onCreated(invitation);
      onClose();
    },
    onError(cause) {
      onError(cause);
      // The only conflict: the email belongs to an account.
      if (isConflict(cause)) showErrors({ email: errorMessage(cause) });
    },
  });
  return (
    <FormDialog
      title={words.inviteTitle}
      pending={create.isPending}
      submitLabel={words.create}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <InvitationFields {...form} proof={proof} />
    </FormDialog>
  );
}

interface InvitationFieldsProps
  extends Pick<ReturnType<typeof useServerForm<Values>>, 'fieldProps' | 'register' | 'watch'> {
  proof: ReturnType<typeof useProof>;
}

function InvitationFields({ fieldProps, register, watch, proof }: InvitationFieldsProps) {
  const isAdmin = watch('role') === 'admin';
  return (
    <>
      <TextField
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps('email')}
      />
      <SelectField label={words.role} {...(isAdmin && { hint: words.roleAdminNote })} {...register('role')}>
        <option value="user">{words.roleUser}</option>
        <option value="admin">{words.roleAdmin}</option>
      </SelectField>
      <SelectField label={words.expiry} hint={words.expiryNote} {...register('days')}>
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            {words.expiryDays(days)}
          </option>
        ))}
      </SelectField>
      {isAdmin && (
        <ProofField
          proof={proof}
          page="/settings?tab=admin&section=invitations"
          label={words.yourPassword}
          autoComplete="current-password"
          {...fieldProps('password')}
        />
      )}
    </>
  );
}
