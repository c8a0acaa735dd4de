import { Stack, Text } from '@chakra-ui/react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { trpc } from '~/client/lib/trpc';
import { CheckboxList } from '~/client/ui/form/checkbox-list';
import { PasswordField } from '~/client/ui/form/password-field';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { shareWords as words } from '~/client/words/share';
import { limits } from '~/shared/limits';
import type { Audience } from '~/shared/share-audiences';
import { ShareFiles } from './share-files';
import type { ShareTarget } from './share-target';
import { SharedLink } from './shared-link';
import { useShareForm } from './use-share-form';

interface ShareDialogProps {
  target: ShareTarget;
  onClose: () => void;
}

const lifetimes = [1, 7, 30, 365];
const offered: readonly Audience[] = ['members', 'groups', 'everybody'];

/** Creates a link to the current state of a conversation or an answer. */
export default function ShareDialog({ target, onClose }: ShareDialogProps) {
  const { form, isPending, url, ...chosen } = useShareForm(target);
  const { formProps, fieldProps, register, watch } = form;
  const { data: groups = [] } = trpc.groups.own.useQuery();
  if (url) return <SharedLink url={url} onClose={onClose} />;
  const kind = 'messageId' in target ? 'answer' : 'conversation';
  return (
    <FormDialog
      title={words.titles[kind]}
      pending={isPending}
      submitLabel={words.create}
      pendingLabel={words.creating}
      formProps={formProps}
      onClose={onClose}
    >
      <Text color="fg.muted">{words.notes[kind]}</Text>
      <Stack gap="4">
        <AudienceField target={target} hasGroups={groups.length > 0} {...register('audience')} />
        {watch('audience') === 'groups' && (
          <CheckboxList
            legend={words.groups}
            options={groups}
            chosen={chosen.groups}
            onChange={chosen.setGroups}
            error={chosen.groupError}
          />
        )}
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
        <ShareFiles target={target} chosen={chosen.files} onChange={chosen.setFiles} />
      </Stack>
    </FormDialog>
  );
}

interface AudienceFieldProps extends UseFormRegisterReturn {
  target: ShareTarget;
  hasGroups: boolean;
}

function AudienceField({ target, hasGroups, ...field }: AudienceFieldProps) {
  const contents = trpc.shares.contents.useQuery(target);
  // Offered once it is known to be allowed. If that can't be loaded, the server still enforces it.
  const allowsEverybody = contents.data?.allowsEverybody ?? contents.isError;
  const choices = offered.filter(
    (option) => (option !== 'groups' || hasGroups) && (option !== 'everybody' || allowsEverybody),
  );
  return (
    <SelectField
      label={words.audience}
      hint={contents.data?.allowsEverybody === false ? words.everybodyOff : undefined}
      {...field}
    >
      {choices.map((option) => (
        <option key={option} value={option}>
          {words.audiences[option]}
        </option>
      ))}
    </SelectField>
  );
}
