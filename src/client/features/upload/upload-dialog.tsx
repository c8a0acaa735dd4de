import { Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { Modal } from '~/client/ui/overlay/modal';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import { UploadPanel, type UploadPanelProps } from './upload-panel';
import { isUploading, type Uploader } from './uploader';

export interface UploadDialogProps extends UploadPanelProps {
  isOpen: boolean;
}

/** Choose, preview, edit, then upload files. Reset each time it opens. */
export function UploadDialog({ isOpen, ...panel }: UploadDialogProps) {
  const { onClose } = panel;
  const titleId = useId();
  const uploader = useRef<Uploader>(undefined);

  /** The files that the user is asked about. */
  const [discardCount, setDiscardCount] = useState(0);

  /** Goes one step back. Running uploads are never canceled, and chosen files never discarded unasked. */
  function stepBack(onFilesChosen: (count: number) => void) {
    const dashboard = uploader.current?.getPlugin('Dashboard');
    const { fileCardFor, showFileEditor, showAddFilesPanel, activePickerPanel } = dashboard?.getPluginState() ?? {};
    if (dashboard && (fileCardFor || showFileEditor || showAddFilesPanel || activePickerPanel))
      return dashboard.hideAllPanels();
    if (uploader.current && isUploading(uploader.current)) return;
    const count = uploader.current?.getFiles().length ?? 0;
    if (count > 0) onFilesChosen(count);
    else onClose();
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={() => stepBack(setDiscardCount)}
      onScrimClick={() => stepBack(() => {})}
      aria-labelledby={titleId}
      // Below the width from which the Dashboard turns its list of files into large tiles.
      width="min(35rem, calc(100vw - 1.5rem))"
      maxHeight="calc(100dvh - 1.5rem)"
      m="auto"
      overflow="hidden"
      borderRadius="card"
      animation="rise 160ms ease-out"
    >
      <Flex align="center" justify="space-between" height="14" pl="5" pr="2">
        <Text as="h2" id={titleId} textStyle="heading">
          {words.title}
        </Text>
        <IconButton label={words.close} onClick={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <UploadPanel {...panel} uploaderRef={uploader} />
      <ConfirmDialog
        isOpen={discardCount > 0}
        title={words.discardTitle(discardCount)}
        body={words.discardBody}
        confirmLabel={words.discard}
        onConfirm={() => {
          setDiscardCount(0);
          onClose();
        }}
        onClose={() => setDiscardCount(0)}
      />
    </Modal>
  );
}
