import type { Deps } from '~/server/deps';
import type { ChatPreferences, ChatPreferencesInput } from '~/shared/schemas/account';

const columns = { modelTitles: true, suggestedQuestions: true } as const;

export const readChatPreferences = ({ db }: Deps, userId: string): Promise<ChatPreferences> =>
  db.user.findUniqueOrThrow({ where: { id: userId }, select: columns });

export const saveChatPreferences = (
  { db }: Deps,
  userId: string,
  { modelTitles, suggestedQuestions }: ChatPreferencesInput,
): Promise<ChatPreferences> =>
  db.user.update({
    where: { id: userId },
    data: {
      ...(modelTitles !== undefined && { modelTitles }),
      ...(suggestedQuestions !== undefined && { suggestedQuestions }),
    },
    select: columns,
  });
