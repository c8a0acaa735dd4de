import { Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
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
  const { close, stepBack, closeIfEmpty, discardCount, setDiscardCount } = useClosing(uploader, onClose);

  return (
    <Modal
      isOpen={isOpen}
      onClose={() => stepBack(close)}
      onScrimClick={() => stepBack(closeIfEmpty)}
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
        <IconButton label={words.close} onClick={close}>
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

/** Running uploads are never canceled, and chosen files never discarded unasked. */
function useClosing(uploader: RefObject<Uploader | undefined>, onClose: () => void) {
  /** The files that the user is asked about. */
  const [discardCount, setDiscardCount] = useState(0);
  const countFiles = () => uploader.current?.getFiles().length ?? 0;

  function close() {
    if (uploader.current && isUploading(uploader.current)) return uploader.current.info(words.isUploading);
    const count = countFiles();
    if (count > 0) setDiscardCount(count);
    else onClose();
  }

  function closeIfEmpty() {
    if (countFiles() === 0) onClose();
  }

  /** Hides the open panel of the Dashboard. Without one, calls `closeDialog`. */
  function stepBack(closeDialog: () => void) {
    const dashboard = uploader.current?.getPlugin('Dashboard');
    const { fileCardFor, showFileEditor, showAddFilesPanel, activePickerPanel } = dashboard?.getPluginState() ?? {};
    if (dashboard && (fileCardFor || showFileEditor || showAddFilesPanel || activePickerPanel))
      return dashboard.hideAllPanels();
    closeDialog();
  }
  return { close, closeIfEmpty, stepBack, discardCount, setDiscardCount };
}
