import { useRef, useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { importWords as words } from '~/client/words/import';
import { investWords } from '~/client/words/invest';
import type { ImportInput, ImportResult } from '~/shared/schemas/positions';
import { readImportFile } from './read-import-file';

export type ImportStep =
  | { name: 'choose'; problem?: string }
  | { name: 'reading'; fileName: string }
  | { name: 'preview'; fileName: string; input: Omit<ImportInput, 'dryRun'>; result: ImportResult };

/**
 * Reads a file in the browser, has the server check each row, and stores it only after the user has seen the preview.
 */
export function useImport(onDone: () => void) {
  const [step, setStep] = useState<ImportStep>({ name: 'choose' });
  const turn = useRef(0);
  const utils = trpc.useUtils();
  const check = trpc.positions.import.useMutation();
  const store = trpc.positions.import.useMutation();

  function startOver() {
    turn.current += 1;
    setStep({ name: 'choose' });
  }

  async function choose(file: File) {
    turn.current += 1;
    const own = turn.current;
    // Ignores the result if another file was chosen in the meantime.
    const show = (next: ImportStep) => own === turn.current && setStep(next);
    show({ name: 'reading', fileName: file.name });
    const readResult = await readImportFile(file);
    if ('problem' in readResult) return show({ name: 'choose', problem: readResult.problem });
    const { text } = readResult;
    try {
      const result = await check.mutateAsync({ text, dryRun: true });
      if (result.problem) return show({ name: 'choose', problem: `${file.name}: ${result.problem}` });
      show({ name: 'preview', fileName: file.name, input: { text }, result });
    } catch (cause) {
      show({ name: 'choose', problem: errorMessage(cause, words.checkFailed) });
    }
  }

  async function submit() {
    if (step.name !== 'preview') return;
    try {
      const result = await store.mutateAsync({ ...step.input, dryRun: false });
      // The portfolio has changed since the preview, so the new preview must be shown first.
      if (result.imported === 0) return setStep({ ...step, result });
      toast({ kind: 'success', title: investWords.success, description: words.imported(result.imported) });
      startOver();
      onDone();
      void utils.positions.invalidate();
    } catch (cause) {
      toast({ kind: 'error', title: investWords.error, description: errorMessage(cause, words.failed) });
    }
  }

  return { step, choose, submit, startOver, isStoring: store.isPending };
}
