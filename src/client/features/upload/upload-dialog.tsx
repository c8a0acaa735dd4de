import { Flex, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { Modal } from '~/client/ui/overlay/modal';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import { UploadPanel, type UploadPanelProps } from './upload-panel';
import type { Uploader } from './uploader';

export interface UploadDialogProps extends UploadPanelProps {
  isOpen: boolean;
}

/** Choose, preview, edit, then upload files. Reset each time it opens. */
export function UploadDialog({ isOpen, ...panel }: UploadDialogProps) {
  const { onClose } = panel;
  const titleId = useId();
  const uploader = useRef<Uploader>(undefined);

  /** Escape and the backdrop go one step back, and never cancel running uploads. */
  function stepBack() {
    const dashboard = uploader.current?.getPlugin('Dashboard');
    const { fileCardFor, showFileEditor, showAddFilesPanel, activePickerPanel } = dashboard?.getPluginState() ?? {};
    if (dashboard && (fileCardFor || showFileEditor || showAddFilesPanel || activePickerPanel))
      dashboard.hideAllPanels();
    else if (!uploader.current?.getObjectOfFilesPerState().isUploadInProgress) onClose();
  }

  return (
    <Modal
      isOpen={isOpen}
      onClose={stepBack}
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
    </Modal>
  );
}
