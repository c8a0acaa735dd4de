import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload-dialog.css';
import { chakra, Flex, Text } from '@chakra-ui/react';
import ImageEditor from '@uppy/image-editor';
import Dashboard from '@uppy/react/dashboard';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatFileSize } from '../lib/format';
import { IconButton } from './button';
import { Modal } from './modal';
import type { GetUploadParameters, UploadLimits, UploadResult } from './upload-rules';
import { createUploader, toUploaded, type Uploader } from './uploader';

export interface UploadDialogProps extends UploadLimits {
  isOpen: boolean;
  onClose: () => void;
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  onComplete: (result: UploadResult) => void;
  companionUrl?: string | undefined;
}

/** Choose, look, correct, then upload. It begins anew each time it is opened. */
export function UploadDialog(props: UploadDialogProps) {
  const { isOpen, onClose } = props;
  const titleId = useId();
  const uploader = useRef<Uploader>(undefined);

  /** Escape and the scrim take one step back, and never away from files that are on their way. */
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
          Attach files
        </Text>
        <IconButton label="Close" onClick={onClose}>
          <X size={18} strokeWidth={1.5} />
        </IconButton>
      </Flex>
      <UploadPanel {...props} uploaderRef={uploader} />
    </Modal>
  );
}

interface UploadPanelProps extends UploadDialogProps {
  uploaderRef: { current: Uploader | undefined };
}

function UploadPanel({ uploaderRef, ...props }: UploadPanelProps) {
  const { maxNumberOfFiles, maxFileSize, numberTaken = 0, companionUrl } = props;
  const [uploader, setUploader] = useState<Uploader>();

  const start = useEffectEvent(() => {
    const { onComplete, onClose } = props;
    const made = createUploader(props).use(ImageEditor, {
      // To look at a picture's orientation it would fetch a blob: address, which no page of ours may; browsers turn it.
      cropperOptions: { checkOrientation: false },
    });
    made.on('complete', ({ successful = [], failed = [] }) => {
      if (successful.length > 0) {
        onComplete({
          successful: successful.map(toUploaded),
          failed: failed.map(({ name, error }) => ({ name: name ?? '', message: error ?? '' })),
        });
        // They belong to the caller now; another try is about the others alone.
        made.removeFiles(successful.map(({ id }) => id));
      }
      if (failed.length === 0) onClose();
    });
    if (companionUrl) addRemoteSources(made, companionUrl);
    return made;
  });
  useEffect(() => {
    const made = start();
    uploaderRef.current = made;
    setUploader(made);
    return () => {
      uploaderRef.current = undefined;
      made.destroy();
    };
  }, [uploaderRef]);

  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (!uploader || !element) return;
    // Enter opens the device's own dialog at once, for those who have come by keyboard.
    const frame = requestAnimationFrame(() => element.querySelector<HTMLElement>('.uppy-Dashboard-browse')?.focus());
    const watch = new MutationObserver(() => nameRotation(element));
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [uploader]);

  const room = maxNumberOfFiles - numberTaken;
  return (
    <chakra.div ref={panel} className="upload-panel" height="min(29rem, calc(100dvh - 6.5rem))">
      {uploader && (
        <Dashboard
          uppy={uploader}
          width="100%"
          height="100%"
          proudlyDisplayPoweredByUppy={false}
          note={`PDF, Word and image files, up to ${formatFileSize(maxFileSize)} each. ${room === 1 ? 'One file' : `${room} files`} at most.`}
          metaFields={[{ id: 'name', name: 'Name', placeholder: 'File name' }]}
          locale={dashboardWords}
        />
      )}
    </chakra.div>
  );
}

/** The editor marks the slider's label as a tooltip and names the slider after the button beside it. */
function nameRotation(panel: HTMLElement): void {
  const label = panel.querySelector('.uppy-ImageCropper-rangeWrapper');
  label?.removeAttribute('role');
  label?.querySelector('input')?.setAttribute('aria-label', 'Rotate by degrees');
}

const dashboardWords = {
  strings: {
    dashboardTitle: 'Files to attach',
    dropPasteFiles: 'Drop files here, paste them or %{browseFiles}',
    dropPasteImportFiles: 'Drop files here, paste them, %{browseFiles} or import from:',
    browseFiles: 'choose from your device',
    dropHint: 'Drop to add',
  },
};

function addRemoteSources(uploader: Uploader, companionUrl: string): void {
  import('@uppy/remote-sources').then(
    ({ default: RemoteSources }) => uploader.use(RemoteSources, { companionUrl }),
    () => uploader.info('Remote sources could not be loaded', 'error'),
  );
}
