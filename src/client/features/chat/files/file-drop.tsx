import { chakra, Flex, Text } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { attachedFilesWords as words } from '~/client/words/attached-files';

interface FileDropProps {
  onFiles: (files: File[]) => void;
}

/** Takes files that are dropped anywhere on the screen, or pasted, and shows that it would. */
export function FileDrop({ onFiles }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listener, { signal: stop.signal });

    listen('dragover', (event) => {
      if (!holdsFiles(event.dataTransfer) || isBehindDialog()) return;
      event.preventDefault();
      setIsOver(true);
    });
    listen('dragleave', (event) => {
      // Between two elements the other one is named; outside of the window there is none.
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!holdsFiles(event.dataTransfer) || event.defaultPrevented) return;
      // A dropped file must never replace the page, also where it is not wanted.
      event.preventDefault();
      if (!isBehindDialog()) onFiles(Array.from(event.dataTransfer?.files ?? []));
    });
    listen('paste', (event) => {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0 || event.defaultPrevented || isBehindDialog() || isOtherField(event.target)) return;
      event.preventDefault();
      onFiles(files);
    });
    return () => stop.abort();
  }, [onFiles]);

  return isOver ? <FileDropOverlay /> : null;
}

function FileDropOverlay() {
  return (
    <Flex
      position="fixed"
      inset="0"
      zIndex="toast"
      align="center"
      justify="center"
      p="6"
      bg="bg.scrim"
      backdropFilter="blur(3px)"
      pointerEvents="none"
      animation="appear 120ms ease-out"
    >
      <Flex
        direction="column"
        align="center"
        gap="2"
        px="10"
        py="8"
        bg="bg.overlay"
        borderWidth="1px"
        borderStyle="dashed"
        borderColor="accent"
        borderRadius="card"
      >
        <chakra.span color="accent" aria-hidden>
          <Upload size={24} strokeWidth={1.5} />
        </chakra.span>
        <Text textStyle="heading">{words.drop}</Text>
        <Text textStyle="caption" color="fg.muted">
          {words.dropKinds}
        </Text>
      </Flex>
    </Flex>
  );
}

const holdsFiles = (data: DataTransfer | null) => data?.types.includes('Files') === true;

/** A dialog has places of its own for files. */
const isBehindDialog = () => document.querySelector('dialog[open]') !== null;

const isOtherField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, [contenteditable="true"]') !== null;

/** A table copied from a spreadsheet comes with a picture of itself; then its text is what was meant. */
function pastedFiles(data: DataTransfer | null): File[] {
  if (!data || (data.types.includes('text/plain') && data.types.includes('text/html'))) return [];
  return Array.from(data.files);
}
