import { Stack } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Checkbox } from '~/client/ui/form/checkbox';
import { followWords as words } from '~/client/words/follows';
import type { FollowSettings } from '~/shared/schemas/position-news';
import { FeedChoice } from './feed-choice';
import { Loaded } from './loaded';

export function FollowsSection() {
  const stored = trpc.follows.settings.useQuery();
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
    async onMutate(input) {
      await follows.settings.cancel();
      follows.settings.setData(undefined, (before = settings) => ({
        ...before,
        followsAll: input.followsAll ?? before.followsAll,
        alertMails: input.alertMails ?? before.alertMails,
      }));
    },
    onError: (cause) => toast({ kind: 'error', title: words.followFailed, description: errorMessage(cause) }),
    onSettled: () => follows.invalidate(),
  });
  return (
    <Stack gap="4">
      <Checkbox
        label={words.all}
        hint={words.allNote}
        checked={settings.followsAll}
        onChange={({ currentTarget }) => change.mutate({ followsAll: currentTarget.checked })}
      />
      <Checkbox
        label={words.mails}
        hint={words.mailStates[settings.mailState]}
        checked={settings.alertMails}
        disabled={settings.mailState !== 'available' && !settings.alertMails}
        onChange={({ currentTarget }) => change.mutate({ alertMails: currentTarget.checked })}
      />
      <FeedChoice createdAt={settings.feedCreatedAt} />
    </Stack>
  );
}
