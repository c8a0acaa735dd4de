import { Stack } from '@chakra-ui/react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
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
    async onMutate(input) {
      await query.cancel();
      query.setData(undefined, (before = preferences) => ({
        modelTitles: input.modelTitles ?? before.modelTitles,
        suggestedQuestions: input.suggestedQuestions ?? before.suggestedQuestions,
      }));
    },
    onError(cause) {
      toast({ kind: 'error', title: words.chatFailed, description: errorMessage(cause) });
    },
    onSettled: () => query.invalidate(),
  });
  return (
    <Stack gap="4">
      <Checkbox
        label={words.modelTitles}
        hint={words.modelTitlesNote}
        checked={preferences.modelTitles}
        onChange={({ currentTarget }) => save.mutate({ modelTitles: currentTarget.checked })}
      />
      <Checkbox
        label={words.suggestedQuestions}
        hint={words.suggestedQuestionsNote}
        checked={preferences.suggestedQuestions}
        onChange={({ currentTarget }) => save.mutate({ suggestedQuestions: currentTarget.checked })}
      />
    </Stack>
  );
}
