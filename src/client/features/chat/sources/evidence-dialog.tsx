import { Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { SelectField } from '~/client/ui/form/select-field';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { evidenceActionWords as words } from '~/client/words/evidence-action';
import { uiWords } from '~/client/words/ui';
import type { EvidenceSource } from '~/shared/schemas/evidence';

interface EvidenceDialogProps {
  /** The same page, once for each sentence that it was compared with. */
  sources: readonly EvidenceSource[];
  onClose: () => void;
}

/** Asks for the position, and opens its thesis with the source. Stores nothing. */
export default function EvidenceDialog({ sources, onClose }: EvidenceDialogProps) {
  const navigate = useNavigate();
  const book = trpc.positions.list.useQuery();
  const [id, setId] = useState('');
  const [citation, setCitation] = useState(sources[0]?.citation);
  const [isTried, setIsTried] = useState(false);
  const positions = book.data?.open ?? [];
  const source = sources.find((candidate) => candidate.citation === citation) ?? sources[0];

  function open(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (!id || !source) return;
    onClose();
    const search = { id, evidence: `${source.messageId}.${source.citation}` };
    void navigate({ to: '/qinvest/position', search });
  }

  return (
    <FormDialog
      title={words.asEvidenceTitle}
      pending={false}
      submitLabel={words.openThesis}
      pendingLabel={words.openThesis}
      formProps={{ noValidate: true, onSubmit: open }}
      onClose={onClose}
    >
      <SelectField
        label={words.position}
        hint={words.positionHint}
        error={book.error ? errorMessage(book.error) : isTried && !id ? words.positionMissing : undefined}
        value={id}
        disabled={positions.length === 0}
        onChange={(event) => setId(event.target.value)}
      >
        <option value="">{book.isPending ? uiWords.loading : words.choosePosition}</option>
        {positions.map((position) => (
          <option key={position.id} value={position.id}>
            {position.ticker} · {position.name}
          </option>
        ))}
      </SelectField>
      {book.data && positions.length === 0 && <Text color="fg.muted">{words.noPositions}</Text>}
      {sources.length > 1 && (
        <SelectField label={words.sentence} value={citation} onChange={(event) => setCitation(event.target.value)}>
          {sources.map((option, index) => (
            <option key={option.citation} value={option.citation}>
              {option.claim ?? option.passage ?? `${option.title} ${index + 1}`}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}
