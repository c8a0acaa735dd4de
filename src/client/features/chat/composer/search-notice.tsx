import { Link } from '@tanstack/react-router';
import { trpc } from '~/client/lib/trpc';
import { TextLink } from '~/client/ui/page/text-link';
import { sourcesChoiceWords as words } from '~/client/words/sources-choice';
import type { AnswerSources } from '~/shared/answer-sources';

interface SearchNoticeProps {
  sources: AnswerSources | undefined;
  canSearch: boolean;
  isConnected: boolean;
  canCallTools: boolean;
}

/** Why the next answer doesn't search the web, and who can change that. Default export for `lazy`. */
export default function SearchNotice({ sources, canSearch, isConnected, canCallTools }: SearchNoticeProps) {
  const { data: user } = trpc.auth.user.useQuery();
  if (sources === 'files') return <span>{words.onlyFiles}</span>;
  if (!isConnected) return <span>{words.noLiveSearchOffline}</span>;
  if (canSearch) return <span>{words.webOff}</span>;
  if (!canCallTools) return <span>{words.noTools}</span>;
  return (
    <span>
      {words.noLiveSearch}.{' '}
      {user?.isAdmin ? (
        <TextLink asChild>
          <Link to="/settings" search={{ tab: 'admin', section: 'search' }}>
            {words.setUp}
          </Link>
        </TextLink>
      ) : (
        words.askAdministrator
      )}
    </span>
  );
}
