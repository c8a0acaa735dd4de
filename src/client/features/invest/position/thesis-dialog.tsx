import { Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { trpc } from '~/client/lib/trpc';
import { TextField } from '~/client/ui/form/field';
import { RestoredNote } from '~/client/ui/form/restored-note';
import { SelectField } from '~/client/ui/form/select-field';
import { TextArea } from '~/client/ui/form/text-area';
import { FormDialog } from '~/client/ui/overlay/form-dialog';
import { positionWords as words } from '~/client/words/position';
import type { EvidenceSource } from '~/shared/schemas/evidence';
import type { PositionPage, Thesis } from '~/shared/schemas/theses';
import { usePositionChange } from '../admin/use-position-change';
import { evidenceInputOf } from './evidence-draft';
import { EvidenceFields, focusProblem, useEvidencePicker } from './evidence-fields';
import { type ThesisValues, useKeptThesis, useThesisDraft } from './thesis-draft';

interface ThesisDialogProps {
  page: PositionPage;
  /** A source that was chosen before the form opened. */
  chosen?: EvidenceSource | undefined;
  onClose: () => void;
}

/**
 * Writes a new version; earlier ones are kept. Mounted only while it is open. Escape and a reload keep the unsaved
 * text; Cancel and saving discard it.
 */
export function ThesisDialog({ page: { position, theses }, chosen, onClose }: ThesisDialogProps) {
  // The version as it was when the form opened; the page may change while the user types.
  const [newest] = useState(theses[0]);
  const draft = useThesisDraft(position.id, newest, chosen);
  const [drafts, setDrafts] = useState(draft.evidence);
  const [isTried, setIsTried] = useState(false);
  const picker = useEvidencePicker(drafts, (added) => setDrafts((known) => [...known, added]));
  const inputOf = ({ conviction, ...values }: ThesisValues) => ({
    id: position.id,
    version: newest?.version ?? 0,
    ...values,
    // The select offers only these values.
    conviction: conviction as Thesis['conviction'] | '',
  });
  const form = useServerForm<ThesisValues>({
    defaultValues: draft.values,
    loadSchema: () => import('~/shared/schemas/theses').then(({ writeThesisInput }) => writeThesisInput),
    toInput: inputOf,
    onValid: (values) => {
      if (!focusProblem(drafts)) write.mutate({ ...inputOf(values), evidence: evidenceInputOf(drafts) });
    },
  });
  const { fieldProps, formProps } = form;
  const onSubmit: typeof formProps.onSubmit = (event) => {
    setIsTried(true);
    formProps.onSubmit(event);
  };
  const forget = () => {
    draft.forget();
    onClose();
  };
  const change = usePositionChange({ done: words.saved, failed: words.saveFailed }, forget, form.onError);
  const write = trpc.positions.writeThesis.useMutation(change);
  useKeptThesis(draft, form.watch(), drafts);
  const evidence = <EvidenceFields drafts={drafts} showProblems={isTried} onChange={setDrafts} onAdd={picker.open} />;
  return (
    <>
      <FormDialog
        isWide
        title={newest ? words.edit : words.write}
        pending={write.isPending}
        submitLabel={words.save}
        pendingLabel={words.saving}
        formProps={{ ...formProps, onSubmit }}
        onClose={onClose}
        onCancel={forget}
      >
        {draft.isRestored && <RestoredNote isOutdated={draft.isOutdated} />}
        {/* The form was opened for the chosen source, so its evidence comes first. */}
        {chosen && evidence}
        <ThesisFields isClosed={position.status === 'closed'} fieldProps={fieldProps} />
        {!chosen && evidence}
      </FormDialog>
      {picker.picker}
    </>
  );
}

interface ThesisFieldsProps {
  isClosed: boolean;
  fieldProps: ReturnType<typeof useServerForm<ThesisValues>>['fieldProps'];
}

function ThesisFields({ isClosed, fieldProps }: ThesisFieldsProps) {
  return (
    <>
      {isClosed && (
        <TextArea label={words.postMortem} hint={words.postMortemHint} rows={3} {...fieldProps('postMortem')} />
      )}
      <TextArea label={words.claim} placeholder={words.claimPlaceholder} rows={4} {...fieldProps('claim')} />
      <TextArea label={words.wrongIf} placeholder={words.wrongIfPlaceholder} rows={2} {...fieldProps('wrongIf')} />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField label={words.target} inputMode="decimal" data-numeric="" {...fieldProps('target')} />
        <TextField label={words.stop} inputMode="decimal" data-numeric="" {...fieldProps('stop')} />
        <TextField label={words.horizon} placeholder={words.horizonPlaceholder} {...fieldProps('horizon')} />
        <TextField label={words.reviewOn} type="date" {...fieldProps('reviewOn')} />
        <SelectField label={words.conviction} {...fieldProps('conviction')}>
          <option value="">{words.noChoice}</option>
          {Object.entries(words.convictions).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.weight}
          placeholder={words.weightPlaceholder}
          inputMode="decimal"
          data-numeric=""
          {...fieldProps('weight')}
        />
        <TextField label={words.sector} {...fieldProps('sector')} />
      </Grid>
    </>
  );
}
