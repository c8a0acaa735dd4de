import { Suspense } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import type { EarlierMessagesProps } from './earlier-messages';

const EarlierMessagesNote = lazyPart(() =>
  import('./earlier-messages').then(({ EarlierMessages }) => ({ default: EarlierMessages })),
);

/** Loaded on demand, because most conversations fit into the model's context. */
export function EarlierMessages(props: EarlierMessagesProps) {
  return props.summarized + props.omitted > 0 ? (
    <Suspense>
      <EarlierMessagesNote {...props} />
    </Suspense>
  ) : null;
}
