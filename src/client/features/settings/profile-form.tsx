import { chakra, Grid, Stack } from '@chakra-ui/react';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { settingsWords as words } from '~/client/words/settings';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { Drafts } from './use-drafts';
import { useSettingsForm } from './use-settings-form';

interface ProfileFormProps {
  user: CurrentUser;
  drafts: Drafts;
}

export function ProfileForm({ user, drafts }: ProfileFormProps) {
  const utils = trpc.useUtils();
  const { formProps, fieldProps, onError } = useSettingsForm({
    form: 'profile',
    names: ['firstName', 'lastName'],
    failureTitle: words.profileFailed,
    onValid: (values) => save.mutate(values),
  });
  const save = trpc.auth.updateProfile.useMutation({
    onSuccess(saved) {
      drafts.forget('firstName', 'lastName');
      utils.auth.user.setData(undefined, saved);
      toast({ kind: 'success', title: words.profileSaved, description: words.profileSavedMore });
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.profileTab}>
      <Stack gap="5">
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap={{ base: '5', sm: '3' }} alignItems="start">
          <TextField
            label={words.firstName}
            autoComplete="given-name"
            defaultValue={drafts.read('firstName', user.firstName ?? '')}
            onChange={({ target }) => drafts.write('firstName', target.value)}
            {...fieldProps('firstName')}
          />
          <TextField
            label={words.lastName}
            autoComplete="family-name"
            defaultValue={drafts.read('lastName', user.lastName ?? '')}
            onChange={({ target }) => drafts.write('lastName', target.value)}
            {...fieldProps('lastName')}
          />
        </Grid>
        <TextField label={words.email} type="email" value={user.email} readOnly hint={words.emailNote} />
        <Button
          type="submit"
          variant="primary"
          alignSelf="start"
          pending={save.isPending}
          pendingLabel={words.savingProfile}
        >
          {words.saveProfile}
        </Button>
      </Stack>
    </chakra.form>
  );
}
