import { Stack } from '@chakra-ui/react';
import { usePendingInputs } from '~/client/hooks/use-pending-inputs';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Checkbox } from '~/client/ui/form/checkbox';
import { settingsWords as words } from '~/client/words/settings';
import type { ChatPreferences } from '~/shared/schemas/account';
import { Loaded } from './loaded';

/** The automatic behavior of qChat. Choices are saved at once. */
export function ChatPreferencesSection() {
  const stored = trpc.account.chatPreferences.useQuery();
  return (
    <Loaded query={stored} failureTitle={words.chatFailedToLoad} height="24">
      {(preferences) => <Choices preferences={preferences} />}
    </Loaded>
  );
}

function Choices({ preferences }: { preferences: ChatPreferences }) {
  const utils = trpc.useUtils();
  const query = utils.account.chatPreferences;
  const save = trpc.account.saveChatPreferences.useMutation({
    // Runs sequentially, so that the last choice is the one stored.
    scope: { id: 'chat-preferences' },
    onSuccess: (saved) => query.setData(undefined, saved),
    onError(cause) {
      errorToast(words.chatFailed, cause);
    },
    // Not awaited, so that a choice that was not saved disappears at once.
    onSettled: () => void query.invalidate(),
  });
  const current: ChatPreferences = Object.assign(
    {},
    preferences,
    ...usePendingInputs(trpc.account.saveChatPreferences),
  );
  return (
    <Stack gap="4">
      <Checkbox
        label={words.modelTitles}
        hint={words.modelTitlesNote}
        checked={current.modelTitles}
        onChange={({ currentTarget }) => save.mutate({ modelTitles: currentTarget.checked })}
      />
      <Checkbox
        label={words.suggestedQuestions}
        hint={words.suggestedQuestionsNote}
        checked={current.suggestedQuestions}
        onChange={({ currentTarget }) => save.mutate({ suggestedQuestions: currentTarget.checked })}
      />
    </Stack>
  );
}
