import { chakra, Grid, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { settingsWords as words } from '~/client/words/settings';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { Drafts } from './use-drafts';

interface ProfileFormProps {
  user: CurrentUser;
  drafts: Drafts;
}

export function ProfileForm({ user, drafts }: ProfileFormProps) {
  const utils = trpc.useUtils();
  const saved = { firstName: user.firstName ?? '', lastName: user.lastName ?? '' };
  const { formProps, fieldProps, watch, onError } = useServerForm({
    defaultValues: {
      firstName: drafts.read('firstName', saved.firstName),
      lastName: drafts.read('lastName', saved.lastName),
    },
    loadSchema: () => import('~/shared/schemas/auth').then(({ profileInput }) => profileInput),
    failureTitle: words.profileFailed,
    onValid: (values) => save.mutate(values),
  });
  const save = trpc.auth.updateProfile.useMutation({
    onSuccess(profile) {
      drafts.forget('firstName', 'lastName');
      utils.auth.user.setData(undefined, profile);
      toast({ kind: 'success', title: words.profileSaved, description: words.profileSavedMore });
    },
    onError,
  });
  const [firstName, lastName] = watch(['firstName', 'lastName']);
  const isChanged = firstName.trim() !== saved.firstName || lastName.trim() !== saved.lastName;
  return (
    <chakra.form {...formProps} aria-label={words.profileTab}>
      <Stack gap="5">
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap={{ base: '5', sm: '3' }} alignItems="start">
          <TextField
            label={words.firstName}
            autoComplete="given-name"
            {...fieldProps('firstName')}
            onInput={({ currentTarget }) => drafts.write('firstName', currentTarget.value)}
          />
          <TextField
            label={words.lastName}
            autoComplete="family-name"
            {...fieldProps('lastName')}
            onInput={({ currentTarget }) => drafts.write('lastName', currentTarget.value)}
          />
        </Grid>
        <TextField label={words.email} type="email" value={user.email} readOnly hint={words.emailNote} />
        <Button
          type="submit"
          variant="primary"
          alignSelf="start"
          inactive={!isChanged}
          pending={save.isPending}
          pendingLabel={words.savingProfile}
        >
          {words.saveProfile}
        </Button>
      </Stack>
    </chakra.form>
  );
}
