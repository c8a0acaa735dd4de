import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '~/client/ui/form/button';
import { TextArea } from '~/client/ui/form/text-area';
import { evidenceWords as words } from '~/client/words/evidence';
import { limits } from '~/shared/limits';
import { CheckedSource } from './checked-source';
import { type DraftEvidence, problemOf } from './evidence-draft';
import { EvidencePicker } from './evidence-picker';

interface EvidenceFieldsProps {
  drafts: readonly DraftEvidence[];
  /** True after the first attempt to save. */
  showProblems: boolean;
  onChange: (drafts: DraftEvidence[]) => void;
  onAdd: () => void;
}

/** The evidence in the thesis form: each source with a statement on what it shows. */
export function EvidenceFields({ drafts, showProblems, onChange, onAdd }: EvidenceFieldsProps) {
  const isFull = drafts.length >= limits.thesisEvidence;
  return (
    <Stack as="fieldset" gap="3" minWidth="0">
      <Stack gap="0.5">
        <chakra.legend textStyle="ui" fontWeight="medium">
          {words.title}
        </chakra.legend>
        <Text textStyle="caption" color="fg.subtle">
          {isFull ? words.isFull(limits.thesisEvidence) : words.hint}
        </Text>
      </Stack>
      {drafts.map((draft) => (
        <EvidenceField
          key={draft.key}
          draft={draft}
          error={showProblems ? problemOf(draft) : undefined}
          onWrite={(statement) =>
            onChange(drafts.map((other) => (other.key === draft.key ? { ...other, statement } : other)))
          }
          onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <Button alignSelf="start" disabled={isFull} onClick={onAdd}>
        {words.add}
      </Button>
    </Stack>
  );
}

interface EvidenceFieldProps {
  draft: DraftEvidence;
  error: string | undefined;
  onWrite: (statement: string) => void;
  onRemove: () => void;
}

function EvidenceField({ draft: { key, reference, source, statement }, error, onWrite, onRemove }: EvidenceFieldProps) {
  return (
    <Stack gap="4" p="4" borderWidth="1px" borderRadius="control">
      <CheckedSource source={source} />
      <TextArea
        id={fieldId(key)}
        label={words.statement}
        aria-label={words.statementOf(source.title)}
        rows={2}
        minHeight="16"
        // Only for a source that was just chosen.
        autoFocus={'citation' in reference && statement === ''}
        value={statement}
        error={error}
        count={{ now: statement.length, limit: limits.statementCharacters }}
        onChange={(event) => onWrite(event.target.value)}
      />
      <Flex justify="end" mt="-2">
        <Button size="sm" variant="ghost" aria-label={words.removeOf(source.title)} onClick={onRemove}>
          {words.remove}
        </Button>
      </Flex>
    </Stack>
  );
}

const fieldId = (key: string) => `evidence-${key}`;

/** Focuses the first statement that is missing or too long. Returns whether there is one. */
export function focusProblem(drafts: readonly DraftEvidence[]): boolean {
  const wrong = drafts.find((draft) => problemOf(draft));
  if (wrong) document.getElementById(fieldId(wrong.key))?.focus();
  return wrong !== undefined;
}

/** Rendered beside the form, because fields of a nested form would be submitted with it. */
export function useEvidencePicker(drafts: readonly DraftEvidence[], onChoose: (draft: DraftEvidence) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const picker = isOpen && (
    <EvidencePicker
      chosen={drafts}
      onChoose={(draft) => {
        setIsOpen(false);
        onChoose(draft);
      }}
      onClose={() => setIsOpen(false)}
    />
  );
  return { picker, open: () => setIsOpen(true) };
}
