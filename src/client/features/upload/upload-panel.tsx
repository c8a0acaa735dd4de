import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import '@uppy/image-editor/css/style.min.css';
import './upload-panel.css';
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import Dashboard from '@uppy/react/dashboard';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLeaveWarning } from '~/client/hooks/use-leave-warning';
import { formatFileSize, plainFileName } from '~/client/lib/format';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import { addImageEditor } from './image-editor';
import { UploadLimitNotice } from './upload-limit-notice';
import type { GetUploadParameters, MultipartUploads, UploadedFile, UploadLimits, UploadResult } from './upload-rules';
import { createUploader, isUploading, toUploadResult, type Uploader } from './uploader';
import { useLimitWaits } from './use-limit-waits';

export interface UploadPanelProps extends UploadLimits {
  onClose: () => void;
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  multipart?: MultipartUploads;
  onUploaded?: (file: UploadedFile) => void;
  onComplete: (result: UploadResult) => void;
  companionUrl?: string | undefined;
}

interface UploaderRef {
  uploaderRef: { current: Uploader | undefined };
}

/** Uppy's Dashboard with its own uploader, which is destroyed on unmount. */
export function UploadPanel({ uploaderRef, ...props }: UploadPanelProps & UploaderRef) {
  const { maxNumberOfFiles, maxFileSize, numberTaken = 0 } = props;
  // Created once, because a new object would make the Dashboard process all of them again.
  const [texts] = useState(() => ({ fields: editedFields(), locale: dashboardWords() }));
  const { uploader, failures, resumesAt } = useUploader(props, uploaderRef);
  const panel = useRef<HTMLDivElement>(null);
  useFixedDashboard(panel, uploader !== undefined);
  useLeaveWarning(uploader !== undefined, () => uploader !== undefined && isUploading(uploader));

  // Files already uploaded before a partial failure count towards the limit.
  const remainingFiles = maxNumberOfFiles - numberTaken;
  useEffect(
    () => uploader?.setOptions({ restrictions: { maxNumberOfFiles: remainingFiles } }),
    [uploader, remainingFiles],
  );
  return (
    <Flex direction="column" ref={panel} className="upload-panel">
      {failures.length > 0 && (
        <Stack role="alert" gap="1" mx="5" mb="3" px="3" py="2" bg="danger.subtle" borderRadius="control">
          {failures.map(({ name, message }) => (
            <Text key={name} overflowWrap="anywhere">
              {plainFileName(name)}: {message}
            </Text>
          ))}
        </Stack>
      )}
      <Box px="5" pb={resumesAt === undefined ? '0' : '3'}>
        <UploadLimitNotice resumesAt={resumesAt} />
      </Box>
      {uploader && (
        <Dashboard
          uppy={uploader}
          width="100%"
          height="100%"
          proudlyDisplayPoweredByUppy={false}
          // The default handler discards files.
          doneButtonHandler={null}
          singleFileFullScreen={false}
          note={words.limits(formatFileSize(maxFileSize), remainingFiles)}
          metaFields={texts.fields}
          locale={texts.locale}
        />
      )}
    </Flex>
  );
}

/** An uploader with the lifetime of the panel, and the failed files of the last upload. */
function useUploader(props: UploadPanelProps, uploaderRef: UploaderRef['uploaderRef']) {
  const [uploader, setUploader] = useState<Uploader>();
  const [failures, setFailures] = useState<UploadResult['failed']>([]);

  const { resumesAt, onWait, clear } = useLimitWaits();

  const end = useEffectEvent((result: UploadResult) => props.onComplete(result));
  const start = useEffectEvent(() => {
    const { onClose, companionUrl } = props;
    const created = createUploader({ ...props, onWait });
    addImageEditor(created);
    created.on('upload', () => setFailures([]));
    created.on('file-removed', ({ id }) => onWait(id, undefined));
    created.on('cancel-all', clear);
    created.on('complete', ({ successful = [], failed = [] }) => {
      // Without files that are being retried: the end of their retry is reported later.
      const uploaded = successful.filter(({ progress }) => progress.uploadComplete);
      const result = toUploadResult({ successful: uploaded, failed });
      setFailures(result.failed);
      // Also after a canceled upload, of which some files may have been uploaded.
      end(result);
      // The caller owns the uploaded files now; a retry concerns only the others.
      created.removeFiles(uploaded.map(({ id }) => id));
      if (created.getFiles().length === 0) onClose();
    });
    if (companionUrl) addRemoteSources(created, companionUrl);
    return created;
  });
  useEffect(() => {
    const created = start();
    uploaderRef.current = created;
    setUploader(created);
    return () => {
      uploaderRef.current = undefined;
      created.destroy();
    };
  }, [uploaderRef]);
  return { uploader, failures, resumesAt };
}

function useFixedDashboard(panel: RefObject<HTMLDivElement | null>, isShown: boolean) {
  useEffect(() => {
    const element = panel.current;
    if (!isShown || !element) return;
    // Enter then opens the system's file picker, for keyboard users.
    const frame = requestAnimationFrame(() => element.querySelector<HTMLElement>('.uppy-Dashboard-browse')?.focus());
    const watch = new MutationObserver(() => fixRoles(element));
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
    };
  }, [panel, isShown]);
}

/**
 * Corrects two ARIA roles of the Dashboard: a single file is not in a list, and the slider for rotating an image is a
 * tooltip.
 */
function fixRoles(panel: HTMLElement): void {
  panel.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
  const slider = panel.querySelector('.uppy-ImageCropper-rangeWrapper');
  slider?.removeAttribute('role');
  slider?.querySelector('input')?.setAttribute('aria-label', words.rotateByDegrees);
}

const editedFields = () => [{ id: 'name', name: words.name, placeholder: words.fileName }];

function dashboardWords() {
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return {
    strings: {
      dashboardTitle: words.filesToAttach,
      dropPasteFiles: isTouch ? words.chooseOnly : words.dropPasteBrowse,
      dropPasteImportFiles: words.dropPasteImport,
      browseFiles: isTouch ? words.choose : words.browse,
      dropHint: words.dropToAdd,
    },
  };
}

function addRemoteSources(uploader: Uploader, companionUrl: string): void {
  import('@uppy/remote-sources').then(
    ({ default: RemoteSources }) => uploader.use(RemoteSources, { companionUrl }),
    () => uploader.info(words.remoteFailed, 'error'),
  );
}
