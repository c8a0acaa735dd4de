import { chakra, Stack, Text } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '~/client/ui/form/button';
import { importWords as words } from '~/client/words/import';

interface FileChoiceProps {
  problem: string | undefined;
  /** The name of the file that is being read. */
  reading: string | undefined;
  onChoose: (file: File) => void;
}

/** Accepts one file, chosen with a button or dropped. */
export function FileChoice({ problem, reading, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { isOver, dropProps } = useFileDrop((file) => {
    if (!reading) onChoose(file);
  });
  return (
    <Stack gap="2">
      <Stack
        align="center"
        gap="3"
        px="6"
        py="10"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor={isOver ? 'accent' : problem ? 'danger' : 'border.strong'}
        bg={isOver ? 'accent.subtle' : undefined}
        borderRadius="card"
        color="fg.muted"
        {...dropProps}
      >
        <FileUp size={22} strokeWidth={1.5} aria-hidden />
        <chakra.input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.json,.xml,text/csv,application/json,text/xml"
          aria-label={words.chosenFile}
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Reset, so that the same file can be chosen again after a correction.
            event.target.value = '';
            if (file) onChoose(file);
          }}
        />
        <Button
          pending={reading !== undefined}
          pendingLabel={words.reading(reading ?? '')}
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
        <Text textStyle="caption">{words.dropHere}</Text>
      </Stack>
      <Text role="alert" color="danger" minHeight="5" overflowWrap="anywhere">
        {problem && `${problem} ${words.nothingImported}`}
      </Text>
    </Stack>
  );
}

/** Accepts the first of the files that are dropped on an element. */
function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isOver, dropProps };
}
