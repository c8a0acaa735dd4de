import { Suspense, useState } from 'react';
import { lazyPart } from '~/client/lib/lazy-part';
import { Chip } from '~/client/ui/content/chip';
import { researchNotesWords } from '~/client/words/research-notes';
import { scheduleWords as words } from '~/client/words/schedules';

const RepeatDialog = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.RepeatDialog })));
const ChangesDialog = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.ChangesDialog })));
const NotesDialog = lazyPart(() => import('./lazy-parts').then((part) => ({ default: part.NotesDialog })));

/** The actions on a research report. */
export function ReportActions({ researchId }: { researchId: string }) {
  const [open, setOpen] = useState<'notes' | 'repeat' | 'changes'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Chip as="button" onClick={() => setOpen('notes')}>
        {researchNotesWords.show}
      </Chip>
      <Chip as="button" onClick={() => setOpen('repeat')}>
        {words.repeat}
      </Chip>
      <Chip as="button" onClick={() => setOpen('changes')}>
        {words.changes}
      </Chip>
      <Suspense fallback={null}>
        {open === 'notes' && <NotesDialog researchId={researchId} onClose={close} />}
        {open === 'repeat' && <RepeatDialog researchId={researchId} onClose={close} />}
        {open === 'changes' && <ChangesDialog researchId={researchId} onClose={close} />}
      </Suspense>
    </>
  );
}
