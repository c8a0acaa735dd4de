import { HStack, Stack, Text } from '@chakra-ui/react';
import { useId } from 'react';
import { Button } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { importWords as words } from '~/client/words/import';
import { FileChoice } from './file-choice';
import { ImportPreview } from './import-preview';
import { type ImportStep, useImport } from './use-import';

/** Imports positions from a file: shows a preview of each row, then stores all or none. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const id = useId();
  const { step, choose, submit, startOver, isStoring } = useImport(onClose);
  const ready = step.name === 'preview' && step.result.errorCount === 0 ? step.result.readyCount : 0;
  const close = () => {
    if (!isStoring) onClose();
  };
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      aria-labelledby={id}
      width="min(60rem, calc(100vw - 2rem))"
      maxHeight="calc(100dvh - 2rem)"
      m="auto"
      borderRadius="card"
      animation="rise 160ms ease-out"
      css={{ '--table-top': '0' }}
    >
      <Stack gap="5" p={{ base: '4', md: '6' }}>
        <Stack gap="1">
          <Text as="h2" id={id} textStyle="heading">
            {words.title}
          </Text>
          {step.name !== 'preview' && (
            <Text color="fg.muted" maxWidth="prose">
              {words.explanation}
            </Text>
          )}
        </Stack>
        <ImportedFile step={step} onChoose={(file) => void choose(file)} />
        <HStack justify="flex-end" gap="2" flexWrap="wrap">
          {step.name === 'preview' && (
            <Button variant="ghost" mr="auto" onClick={startOver} disabled={isStoring}>
              {words.chooseAnother}
            </Button>
          )}
          <Button
            onClick={() => {
              startOver();
              close();
            }}
            disabled={isStoring}
          >
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            disabled={ready === 0}
            pending={isStoring}
            pendingLabel={words.importing}
            onClick={() => void submit()}
          >
            {words.submit(ready)}
          </Button>
        </HStack>
      </Stack>
    </Modal>
  );
}

/** The choice of a file, or the preview of its rows. */
function ImportedFile({ step, onChoose }: { step: ImportStep; onChoose: (file: File) => void }) {
  if (step.name === 'preview') return <ImportPreview fileName={step.fileName} result={step.result} />;
  return (
    <FileChoice
      problem={step.name === 'choose' ? step.problem : undefined}
      reading={step.name === 'reading' ? step.fileName : undefined}
      onChoose={onChoose}
    />
  );
}
