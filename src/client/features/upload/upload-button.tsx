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
  type PartedUploads,
  type UploadedFile,
  type UploadLimits,
  type UploadResult,
} from './upload-rules';

interface UploadButtonProps extends Partial<UploadLimits> {
  /** Files that count towards the limit and have been added in another way. */
  numberTaken?: number;
  onGetUploadParameters: GetUploadParameters;
  parted?: PartedUploads;
  /** Runs for each file as soon as it has arrived. */
  onUploaded?: (file: UploadedFile) => void;
  /** What arrived, each file once; the dialog has closed unless some failed. */
  onComplete: (result: UploadResult) => void;
  /** Where a Companion server lets people pick from remote sources; without it that part does not exist. */
  companionUrl?: string | undefined;
  className?: string;
  /** The button's words; without them it is a paperclip named `label`. */
  children?: ReactNode;
  label?: string;
}

const loadDialog = () => import('./upload-dialog');

/** Opens the upload dialog, whose code comes with the first sign of interest. */
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
      {/* Elsewhere in the page: the button may stand in a form, and the dialog has fields of its own. */}
      {dialog &&
        createPortal(<dialog.Dialog {...rest} isOpen={isOpen} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}
