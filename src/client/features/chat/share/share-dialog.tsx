import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
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

interface ShareDialogProps {
  target: ShareTarget;
  onClose: () => void;
}

const lifetimes = [1, 7, 30, 365];
const offered: readonly Audience[] = ['members', 'groups', 'everybody'];
const defaultValues = { audience: 'members' as Audience, days: '30', password: '' };

/** Makes a link to a conversation or an answer as it is now. */
export default function ShareDialog({ target, onClose }: ShareDialogProps) {
  const utils = trpc.useUtils();
  const [url, setUrl] = useState<string>();
  const { formProps, fieldProps, register, watch, onError } = useServerForm({
    defaultValues,
    failureTitle: words.failed,
    onValid({ audience, days, password }) {
      const isForNobody = audience === 'groups' && chosen.size === 0;
      setIsMissing(isForNobody);
      if (isForNobody) return;
      create.mutate({
        ...target,
        audience,
        ...(audience === 'groups' && { groupIds: [...chosen] }),
        ...(days && { expiresInDays: Number(days) }),
        ...(password && { password }),
        ...(files.size > 0 && { fileIds: [...files] }),
      });
    },
  });
  const { data: groups = [] } = trpc.groups.own.useQuery();
  const contents = trpc.shares.contents.useQuery(target);
  // Offered once it is known to be allowed; if that can't be loaded, the server refuses by itself.
  const allowsEverybody = contents.data?.allowsEverybody ?? contents.isError;
  const choices = offered.filter(
    (one) => (one !== 'groups' || groups.length > 0) && (one !== 'everybody' || allowsEverybody),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [files, setFiles] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setIsMissing] = useState(false);
  const isForGroups = watch('audience') === 'groups';
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
        <SelectField
          label={words.audience}
          hint={contents.data?.allowsEverybody === false ? words.everybodyOff : undefined}
          {...register('audience')}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {words.audiences[one]}
            </option>
          ))}
        </SelectField>
        {isForGroups && (
          <CheckboxList
            legend={words.groups}
            options={groups}
            chosen={chosen}
            onChange={setChosen}
            error={isMissing && chosen.size === 0 ? words.chooseGroup : undefined}
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
        <ShareFiles target={target} chosen={files} onChange={setFiles} />
      </Stack>
    </FormDialog>
  );
}
