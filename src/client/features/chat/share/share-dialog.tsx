import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { shareWords as words } from '~/client/words/share';
import { limits } from '~/shared/limits';
import { type Audience, audiences } from '~/shared/share-audiences';
import { SharedLink } from './shared-link';

export type ShareTarget = { conversationId: string } | { messageId: string };

interface ShareDialogProps {
  target: ShareTarget;
  onClose: () => void;
}

const lifetimes = [1, 7, 30, 365];
const defaultValues = { audience: 'members' as Audience, days: '30', password: '' };

/** Makes a link to a conversation or an answer as it is now. */
export default function ShareDialog({ target, onClose }: ShareDialogProps) {
  const utils = trpc.useUtils();
  const [url, setUrl] = useState<string>();
  const { formProps, fieldProps, register, onError } = useServerForm({
    defaultValues,
    failureTitle: words.failed,
    onValid: ({ audience, days, password }) =>
      create.mutate({
        ...target,
        audience,
        ...(days && { expiresInDays: Number(days) }),
        ...(password && { password }),
      }),
  });
  const create = trpc.shares.create.useMutation({
    onSuccess(share) {
      setUrl(share.url);
      void utils.shares.list.invalidate();
    },
    onError,
  });
  if (url) return <SharedLink url={url} onClose={onClose} />;
  const kind = 'messageId' in target ? 'answer' : 'conversation';
  return (
    <FormDialog
      title={words.titles[kind]}
      pending={create.isPending}
      submitLabel={words.create}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.notes[kind]}</Text>
      <Stack gap="4">
        <SelectField label={words.audience} {...register('audience')}>
          {[...audiences].reverse().map((one) => (
            <option key={one} value={one}>
              {words.audiences[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.expiry} {...register('days')}>
          {lifetimes.map((days) => (
            <option key={days} value={days}>
              {words.inDays(days)}
            </option>
          ))}
          <option value="">{words.never}</option>
        </SelectField>
        <PasswordField
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
          maxLength={limits.passwordMaxLength}
          {...fieldProps('password')}
        />
      </Stack>
    </FormDialog>
  );
}
