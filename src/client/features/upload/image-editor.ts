/**
 * Uppy's image editor, with two fixes. Version 4.2 keeps the cropper of the first edit (transloadit/uppy#6210), so that
 * the second edit saves the first image under another name. And it encodes a saved image in the background, so that an
 * upload that starts at once sends the original.
 */
import ImageEditor from '@uppy/image-editor';
import { uploadPanelWords as words } from '~/client/words/upload-panel';
import type { Uploader, UploaderFile } from './uploader';

/** Far longer than any image takes. Uppy does not report that the browser could not encode one. */
const maxEncodingMs = 30_000;
/** Browsers save other images as PNG, and only the first frame of an animation. */
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

  const edits = watchSavedEdits(uploader);
  const save = editor.save;
  editor.save = () => {
    const { currentImage } = editor.getPluginState();
    save();
    if (currentImage) edits.add(currentImage.id);
  };
  uploader.addPreProcessor((fileIds) => edits.finish(fileIds));
}

/**
 * Tracks which edited images are still being encoded. An upload of one that can't be encoded fails until it is edited
 * again or removed.
 */
export function watchSavedEdits(uploader: Uploader) {
  const pending = new Map<string, { isSaved: Promise<boolean>; end: () => void }>();
  const forget = (id: string) => {
    pending.get(id)?.end();
    pending.delete(id);
  };
  uploader.on('file-editor:complete', (file) => {
    nameAfterType(uploader, file);
    forget(file.id);
  });
  uploader.on('file-removed', ({ id }) => forget(id));
  uploader.on('cancel-all', () => [...pending.keys()].forEach(forget));

  const finish = async (id: string) => {
    const edit = pending.get(id);
    if (!edit) return;
    uploader.emit('preprocess-progress', uploader.getFile(id), { mode: 'indeterminate', message: words.savingEdit });
    const isSaved = await edit.isSaved;
    const file = uploader.getFile(id);
    if (!file) return;
    uploader.emit('preprocess-complete', file);
    if (!isSaved) uploader.emit('upload-error', file, new Error(words.editNotSaved));
  };
  return {
    add(id: string) {
      forget(id);
      let end = () => {};
      const isSaved = new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, maxEncodingMs, false);
        end = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      pending.set(id, { isSaved, end });
    },
    async finish(fileIds: string[]): Promise<void> {
      await Promise.all(fileIds.map(finish));
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
