import { chakra, Flex } from '@chakra-ui/react';
import { BookOpen, Globe, type LucideIcon, Search, Wrench } from 'lucide-react';
import { answerWords as words } from '~/client/words/answers';
import type { Activity } from '~/shared/schemas/messages';

const icons: Partial<Record<Activity['kind'], LucideIcon>> = {
  web_search: Globe,
  web_page: Globe,
  x_search: Search,
  collection_search: BookOpen,
  book: BookOpen,
  tool: Wrench,
};

/** Our own web tools report whole sentences. */
const isSentence = /^(?:Searching|Reading|Checking) /;

export function activityText({ kind, label }: Activity): string {
  const doing = words.doing[kind];
  if (label === '' || label === doing) return doing;
  return isSentence.test(label) ? label : `${doing}: ${label}`;
}

/** The newest activity of the model besides writing, in one subtle line. */
export function RunningActivity({ activities }: { activities: readonly Activity[] | undefined }) {
  const activity = activities?.findLast(({ state }) => state === 'running');
  if (!activity) return null;
  const Icon = icons[activity.kind];
  return (
    <Flex align="center" gap="2" textStyle="caption" color="fg.subtle" minWidth="0" animation="appear 160ms ease-out">
      {Icon && <Icon size={14} strokeWidth={1.5} />}
      <chakra.span truncate title={activity.label}>
        {activityText(activity)}
      </chakra.span>
    </Flex>
  );
}
