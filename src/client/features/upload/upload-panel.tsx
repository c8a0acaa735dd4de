import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload-panel.css';
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import ImageEditor from '@uppy/image-editor';
import Dashboard from '@uppy/react/dashboard';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import { UploadLimitNotice } from './upload-limit-notice';
import type { GetUploadParameters, PartedUploads, UploadedFile, UploadLimits, UploadResult } from './upload-rules';
import { createUploader, toUploaded, type Uploader } from './uploader';
import { useLimitWaits } from './use-limit-waits';

export interface UploadPanelProps extends UploadLimits {
  onClose: () => void;
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  parted?: PartedUploads;
  onUploaded?: (file: UploadedFile) => void;
  onComplete: (result: UploadResult) => void;
  companionUrl?: string | undefined;
}

interface UploaderRef {
  uploaderRef: { current: Uploader | undefined };
}

/** The Dashboard with an uploader of its own, which ends with it. */
export function UploadPanel({ uploaderRef, ...props }: UploadPanelProps & UploaderRef) {
  const { maxNumberOfFiles, maxFileSize, numberTaken = 0 } = props;
  // Once: another object would make the Dashboard read them all again.
  const [texts] = useState(() => ({ fields: editedFields(), locale: dashboardWords() }));
  const { uploader, failures, continuesAt } = useUploader(props, uploaderRef);
  const panel = useRef<HTMLDivElement>(null);
  useMendedDashboard(panel, uploader !== undefined);

  // What has arrived of a half failed upload counts among those taken.
  const room = maxNumberOfFiles - numberTaken;
  useEffect(() => uploader?.setOptions({ restrictions: { maxNumberOfFiles: room } }), [uploader, room]);
  return (
    <Flex direction="column" ref={panel} className="upload-panel" height="min(29rem, calc(100dvh - 6.5rem))">
      {failures.length > 0 && (
        <Stack role="alert" gap="1" mx="5" mb="3" px="3" py="2" bg="danger.subtle" borderRadius="control">
          {failures.map(({ name, message }) => (
            <Text key={name} overflowWrap="anywhere">
              {plainFileName(name)}: {message}
            </Text>
          ))}
        </Stack>
      )}
      <Box px="5" pb={continuesAt === undefined ? '0' : '3'}>
        <UploadLimitNotice continuesAt={continuesAt} />
      </Box>
      {uploader && (
        <Dashboard
          uppy={uploader}
          width="100%"
          height="100%"
          proudlyDisplayPoweredByUppy={false}
          singleFileFullScreen={false}
          note={words.limits(formatFileSize(maxFileSize), room)}
          metaFields={texts.fields}
          locale={texts.locale}
        />
      )}
    </Flex>
  );
}

/** An uploader that lives as long as the panel, and what of the last upload failed. */
function useUploader(props: UploadPanelProps, uploaderRef: UploaderRef['uploaderRef']) {
  const [uploader, setUploader] = useState<Uploader>();
  const [failures, setFailures] = useState<UploadResult['failed']>([]);

  const { continuesAt, onWait, clear } = useLimitWaits();

  const start = useEffectEvent(() => {
    const { onComplete, onClose, companionUrl } = props;
    const made = createUploader({ ...props, onWait }).use(ImageEditor, {
      // To look at a picture's orientation it would fetch a blob: address, which no page of ours may; browsers turn it.
      cropperOptions: { checkOrientation: false },
    });
    made.on('upload', () => setFailures([]));
    made.on('file-removed', ({ id }) => onWait(id, undefined));
    made.on('cancel-all', clear);
    made.on('complete', ({ successful = [], failed = [] }) => {
      const refused = failed.map(({ name, error }) => ({ name: name ?? '', message: error ?? '' }));
      setFailures(refused);
      if (successful.length > 0) {
        onComplete({ successful: successful.map(toUploaded), failed: refused });
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
  return { uploader, failures, continuesAt };
}

function useMendedDashboard(panel: RefObject<HTMLDivElement | null>, isShown: boolean) {
  useEffect(() => {
    const element = panel.current;
    if (!isShown || !element) return;
    // Enter opens the device's own dialog at once, for those who have come by keyboard.
    const frame = requestAnimationFrame(() => element.querySelector<HTMLElement>('.uppy-Dashboard-browse')?.focus());
    const watch = new MutationObserver(() => mendRoles(element));
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [panel, isShown]);
}

/** Two roles the Dashboard gets wrong: one file is in no list, and the slider that turns a picture is a tooltip. */
function mendRoles(panel: HTMLElement): void {
  panel.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
  const slider = panel.querySelector('.uppy-ImageCropper-rangeWrapper');
  slider?.removeAttribute('role');
  slider?.querySelector('input')?.setAttribute('aria-label', words.rotateByDegrees);
}

const editedFields = () => [{ id: 'name', name: words.name, placeholder: words.fileName }];

const dashboardWords = () => ({
  strings: {
    dashboardTitle: words.filesToAttach,
    dropPasteFiles: words.dropPasteBrowse,
    dropPasteImportFiles: words.dropPasteImport,
    browseFiles: words.browse,
    dropHint: words.dropToAdd,
  },
});

function addRemoteSources(uploader: Uploader, companionUrl: string): void {
  import('@uppy/remote-sources').then(
    ({ default: RemoteSources }) => uploader.use(RemoteSources, { companionUrl }),
    () => uploader.info(words.remoteFailed, 'error'),
  );
}
