import { chakra, Flex } from '@chakra-ui/react';
import { BookOpen, Check, Globe, type LucideIcon, Search, Wrench } from 'lucide-react';
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

function activityText({ kind, label }: Activity): string {
  const doing = words.doing[kind];
  if (label === '' || label === doing) return doing;
  return isSentence.test(label) ? label : `${doing}: ${label}`;
}

/** More finished steps than these would push the running one out of sight. */
const maxFinished = 3;

/** What the model does besides writing: its latest finished steps above the running one, in subtle lines. */
export function RunningActivity({ activities = [] }: { activities: readonly Activity[] | undefined }) {
  // Steps are only added, so the place of a step identifies it.
  const steps = activities.map((activity, place) => ({ activity, place }));
  const running = steps.findLast(({ activity }) => activity.state === 'running');
  if (!running) return null;
  const finished = steps.filter(({ activity }) => activity.state === 'done').slice(-maxFinished);
  return (
    <chakra.ul listStyleType="none" display="grid" gap="1.5" minWidth="0">
      {[...finished, running].map(({ activity, place }) => (
        <Step key={place} activity={activity} />
      ))}
    </chakra.ul>
  );
}

function Step({ activity }: { activity: Activity }) {
  const Icon = activity.state === 'done' ? Check : icons[activity.kind];
  return (
    <Flex
      as="li"
      align="center"
      gap="2"
      textStyle="caption"
      color="fg.subtle"
      minWidth="0"
      animation="appear 160ms ease-out"
    >
      {Icon && <Icon size={14} strokeWidth={1.5} aria-hidden />}
      <chakra.span truncate title={activity.label}>
        {activityText(activity)}
      </chakra.span>
    </Flex>
  );
}
