/**
 * Uppy's image editor, such that what was saved in it is what is uploaded. By itself it keeps the cropper of the first
 * edit, so the second edit would save the first image under another name; it also encodes a saved image in the
 * background, so an upload that starts at once would send the original.
 */
import ImageEditor from '@uppy/image-editor';
import { plainFileName } from '~/client/lib/format';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import type { Uploader, UploaderFile } from './uploader';

/** Far more than any image takes; the browser reports no error if it can't encode one. */
const maxEncodingMs = 30_000;
/** Browsers would save other images as PNG, and animations as their first frame. */
const editable = /^image\/(jpeg|png|webp)$/;

export function addImageEditor(uploader: Uploader): void {
  uploader.use(ImageEditor, {
    // To read an image's orientation it would fetch a blob: URL, which the CSP forbids; browsers apply it anyway.
    cropperOptions: { checkOrientation: false },
  });
  const editor = uploader.getPlugin('ImageEditor');
  if (!editor) return;
  editor.canEditFile = ({ type, isRemote }) => !isRemote && editable.test(type ?? '');
  uploader.on('file-editor:start', () => editor.destroyCropper());

  const whenSaved = watchSavedEdits(uploader);
  const save = editor.save;
  editor.save = () => {
    const { currentImage } = editor.getPluginState();
    save();
    if (currentImage) whenSaved.add(currentImage.id);
  };
  uploader.addPreProcessor((fileIds) => whenSaved.all(fileIds));
}

/** Knows which edited images are still being encoded. One that can't be encoded is removed, and the user is told. */
export function watchSavedEdits(uploader: Uploader) {
  const pending = new Map<string, { promise: Promise<void>; end: () => void }>();
  const endOf = (file: UploaderFile | undefined) => file && pending.get(file.id)?.end();
  uploader.on('file-editor:complete', (file) => {
    nameAfterType(uploader, file);
    endOf(file);
  });
  uploader.on('file-removed', endOf);
  uploader.on('cancel-all', () => {
    for (const { end } of pending.values()) end();
  });

  const giveUp = (id: string) => {
    const { name = '' } = uploader.getFile(id);
    uploader.removeFile(id);
    uploader.info(`${plainFileName(name)}: ${words.editNotSaved}`, 'error', 10_000);
  };
  return {
    add(id: string) {
      pending.get(id)?.end();
      let resolve = () => {};
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      const timer = setTimeout(giveUp, maxEncodingMs, id);
      const end = () => {
        clearTimeout(timer);
        pending.delete(id);
        resolve();
      };
      pending.set(id, { promise, end });
    },
    async all(fileIds: string[]): Promise<void> {
      await Promise.all(fileIds.map((id) => pending.get(id)?.promise));
    },
  };
}

/** A browser that can't encode a type, such as Safari for WebP, saves a PNG instead. */
function nameAfterType(uploader: Uploader, { id, data, type, name = '', meta }: UploaderFile): void {
  if (!(data instanceof Blob) || data.type === '' || data.type === type) return;
  const asPng = (old: string) => old.replace(/(\.[^.]*)?$/, '.png');
  uploader.setFileState(id, { type: data.type, name: asPng(name), extension: 'png' });
  uploader.setFileMeta(id, { name: asPng(meta.name), type: data.type });
}
