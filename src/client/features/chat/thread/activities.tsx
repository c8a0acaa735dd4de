import { chakra, Flex } from '@chakra-ui/react';
import { BookOpen, Globe, type LucideIcon, Search, Wrench } from 'lucide-react';
import type { Activity } from '~/shared/schemas/messages';

const kinds: Record<Activity['kind'], { Icon: LucideIcon; doing: string }> = {
  web_search: { Icon: Globe, doing: 'Searching the web' },
  x_search: { Icon: Search, doing: 'Searching X' },
  collection_search: { Icon: BookOpen, doing: 'Reading your collections' },
  book: { Icon: BookOpen, doing: 'Reading the position book' },
  tool: { Icon: Wrench, doing: 'Using a tool' },
};

/** What the model is doing besides writing: one quiet line, the newest. */
export function RunningActivity({ activities }: { activities: readonly Activity[] | undefined }) {
  const activity = activities?.findLast(({ state }) => state === 'running');
  if (!activity) return null;
  const { Icon, doing } = kinds[activity.kind];
  return (
    <Flex align="center" gap="2" textStyle="caption" color="fg.subtle" minWidth="0" animation="appear 160ms ease-out">
      <Icon size={14} strokeWidth={1.5} />
      <chakra.span truncate title={activity.label}>
        {activity.label && activity.label !== doing ? `${doing}: ${activity.label}` : doing}
      </chakra.span>
    </Flex>
  );
}
