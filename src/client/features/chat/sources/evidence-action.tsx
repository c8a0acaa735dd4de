import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { evidenceActionWords as words } from '~/client/words/evidence-action';
import { limits } from '~/shared/limits';
import type { EvidenceSource } from '~/shared/schemas/evidence';

const EvidenceDialog = lazyPart(() => import('./evidence-dialog'));

interface EvidenceActionProps {
  messageId: string;
  title: string;
  /** Selects one of the answer's checked sources. */
  isSource: (source: EvidenceSource) => boolean;
}

/** Adds a checked source to the thesis of a position. Only for administrators, who write theses. */
export function EvidenceAction({ messageId, title, isSource }: EvidenceActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: user } = trpc.auth.user.useQuery();
  const isAdmin = user?.isAdmin ?? false;
  // The server decides which sources can be evidence: those of temporary conversations, for example, can't.
  const { data } = trpc.positions.evidenceSources.useQuery(
    { messageId, limit: limits.listRows },
    { enabled: isAdmin, refetchOnMount: 'always' },
  );
  const sources = data?.items.filter(isSource) ?? [];
  if (!isAdmin || sources.length === 0) return null;
  return (
    <chakra.div>
      <Button size="sm" aria-label={words.asEvidenceOf(title)} onClick={() => setIsOpen(true)}>
        {words.asEvidence}
      </Button>
      {isOpen && (
        // Escape closes only the dialog, not the panel around it.
        <chakra.div onKeyDown={(event) => event.stopPropagation()}>
          <Suspense>
            <EvidenceDialog sources={sources} onClose={() => setIsOpen(false)} />
          </Suspense>
        </chakra.div>
      )}
    </chakra.div>
  );
}
