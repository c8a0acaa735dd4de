import { trpc } from '~/client/lib/trpc';
import { limits } from '~/shared/limits';
import type { EvidenceReference } from '~/shared/schemas/evidence';
import type { PositionPage } from '~/shared/schemas/theses';
import { ThesisDialog } from './thesis-dialog';

interface ThesisDialogWithSourceProps {
  page: PositionPage;
  reference: EvidenceReference;
  onClose: () => void;
}

/** The thesis form with a source that was chosen in the chat. A source that no longer exists is omitted. */
export function ThesisDialogWithSource({ page, reference, onClose }: ThesisDialogWithSourceProps) {
  const { messageId, citation } = reference;
  const { data, isPending } = trpc.positions.evidenceSources.useQuery({ messageId, limit: limits.listRows });
  // The form reads its initial values only once, when it opens.
  if (isPending) return null;
  return <ThesisDialog page={page} chosen={data?.items.find((one) => one.citation === citation)} onClose={onClose} />;
}
