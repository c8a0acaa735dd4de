import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { evidenceWords as words } from '~/client/words/evidence';
import { uiWords } from '~/client/words/ui';
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
  const sources = trpc.positions.evidenceSources.useQuery({ messageId, limit: limits.listRows });
  const { data, failureReason, isFetching, errorUpdateCount, refetch } = sources;
  // The form reads its initial values only once, when it opens.
  if (data)
    return (
      <ThesisDialog page={page} chosen={data.items.find((source) => source.citation === citation)} onClose={onClose} />
    );
  if (errorUpdateCount === 0) return null;
  return (
    <FormDialog
      title={words.sourceFailed}
      description={failureReason ? errorMessage(failureReason) : ''}
      // Can be closed while it retries, which may take long without a connection.
      pending={false}
      submitLabel={isFetching ? words.retrying : uiWords.retry}
      formProps={{
        onSubmit: (event) => {
          event.preventDefault();
          if (!isFetching) void refetch();
        },
      }}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
