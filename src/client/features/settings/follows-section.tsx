import { Stack } from '@chakra-ui/react';
import { usePendingInputs } from '~/client/hooks/use-pending-inputs';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Checkbox } from '~/client/ui/form/checkbox';
import { followWords as words } from '~/client/words/follows';
import type { FollowSettings } from '~/shared/schemas/position-news';
import { FeedChoice } from './feed-choice';
import { Loaded } from './loaded';

export function FollowsSection() {
  const stored = trpc.follows.settings.useQuery(undefined, {
    // The email is confirmed in another tab.
    refetchOnMount: ({ state }) => state.data?.mailState !== 'unconfirmed' || 'always',
    refetchOnWindowFocus: ({ state }) => state.data?.mailState === 'unconfirmed' && 'always',
  });
  return (
    <Section title={words.heading} description={words.note}>
      <Loaded query={stored} failureTitle={words.couldNotLoad} height="16">
        {(settings) => <Choices settings={settings} />}
      </Loaded>
    </Section>
  );
}

/** Choices are saved at once. */
function Choices({ settings }: { settings: FollowSettings }) {
  const { follows } = trpc.useUtils();
  const change = trpc.follows.change.useMutation({
    // Runs sequentially, so that the last choice is the one stored.
    scope: { id: 'follows' },
    onSuccess: (saved) => follows.settings.setData(undefined, saved),
    onError: (cause) => errorToast(words.followFailed, cause),
    // Not awaited, so that a choice that was not saved disappears at once.
    onSettled: () => void follows.invalidate(),
  });
  const current: FollowSettings = Object.assign({}, settings, ...usePendingInputs(trpc.follows.change));
  return (
    <Stack gap="4">
      <Checkbox
        label={words.all}
        hint={words.allNote}
        checked={current.followsAll}
        onChange={({ currentTarget }) => change.mutate({ followsAll: currentTarget.checked })}
      />
      <Checkbox
        label={words.mails}
        hint={words.mailStates[settings.mailState]}
        checked={current.alertMails}
        disabled={settings.mailState !== 'available' && !current.alertMails}
        onChange={({ currentTarget }) => change.mutate({ alertMails: currentTarget.checked })}
      />
      <FeedChoice createdAt={settings.feedCreatedAt} />
    </Stack>
  );
}
