import { Globe } from 'lucide-react';
import { webReadingWords as words } from '~/client/words/web-reading';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { ExpandableDetails } from './expandable-details';

interface WebReadingProps {
  reading: NonNullable<MessageMetadata['webReading']>;
  metadata: Pick<MessageMetadata, 'activities' | 'numSourcesUsed'>;
}

const kinds: ReadonlySet<Activity['kind']> = new Set(['web_search', 'web_page', 'x_search']);

/** The searches and pages that the server or the provider used for the answer, collapsed to one line. */
export default function WebReading({ reading: { pages, milliseconds }, metadata }: WebReadingProps) {
  const { activities = [], numSourcesUsed: cited = 0 } = metadata;
  const steps = activities.filter(({ kind }) => kinds.has(kind));
  return (
    <ExpandableDetails
      icon={Globe}
      title={pages > 0 ? words.read(pages, cited, milliseconds) : words.searched(milliseconds)}
    >
      {steps.map(({ label }) => label).join('\n')}
    </ExpandableDetails>
  );
}
