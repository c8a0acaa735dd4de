import { Paperclip } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { toast } from '~/client/lib/toast';
import { Button, IconButton } from '~/client/ui/form/button';
import { uploadWords as words } from '~/client/words/upload';
import type { UploadDialogProps } from './upload-dialog';
import {
  defaultUploadLimits,
  type GetUploadParameters,
  type MultipartUploads,
  type UploadedFile,
  type UploadLimits,
  type UploadResult,
} from './upload-rules';

interface UploadButtonProps extends Partial<UploadLimits> {
  /** Files added in another way that count towards the limit. */
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  multipart?: MultipartUploads;
  /** Called for each file as soon as it is uploaded. */
  onUploaded?: (file: UploadedFile) => void;
  /** The uploaded files, each reported once; the dialog has closed unless some failed. */
  onComplete: (result: UploadResult) => void;
  /** The URL of a Companion server for remote sources; without it they are not offered. */
  companionUrl?: string | undefined;
  className?: string;
  /** The button's label; without it, the button is a paperclip labeled `label`. */
  children?: ReactNode;
  label?: string;
}

const loadDialog = () => import('./upload-dialog');

/** Opens the upload dialog, whose code is preloaded on hover or focus. */
export function UploadButton(props: UploadButtonProps) {
  const { children, className, label = words.attachFiles, ...rest } = { ...defaultUploadLimits, ...props };
  const { maxNumberOfFiles, numberTaken = 0 } = rest;
  const isFull = numberTaken >= maxNumberOfFiles;
  const [isOpen, setIsOpen] = useState(false);
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<UploadDialogProps> }>();

  function open() {
    setIsOpen(true);
    loadDialog().then(
      ({ UploadDialog }) => setDialog({ Dialog: UploadDialog }),
      () => {
        setIsOpen(false);
        toast({
          kind: 'error',
          title: words.cannotAttach,
          description: words.reloadToTryAgain,
        });
      },
    );
  }
  const press = {
    className,
    onClick: isFull ? undefined : open,
    'aria-disabled': isFull || undefined,
    onPointerEnter: () => void loadDialog().catch(() => {}),
    'aria-haspopup': 'dialog',
    'aria-busy': (isOpen && !dialog) || undefined,
  } as const;

  return (
    <>
      {children ? (
        <Button {...press} disabled={isFull}>
          {children}
        </Button>
      ) : (
        <IconButton {...press} label={label} tooltip={isFull ? words.tooMany(maxNumberOfFiles) : undefined} size="sm">
          <Paperclip size={18} strokeWidth={1.5} />
        </IconButton>
      )}
      {/* Rendered elsewhere in the page, because the button may be in a form and the dialog has its own fields. */}
      {dialog &&
        createPortal(<dialog.Dialog {...rest} isOpen={isOpen} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}
