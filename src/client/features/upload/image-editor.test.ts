import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSavedEdits } from './image-editor';
import { defaultUploadLimits } from './upload-rules';
import { createUploader, type Uploader } from './uploader';

let uploader: Uploader;
beforeEach(() => {
  vi.useFakeTimers();
  uploader = createUploader({ ...defaultUploadLimits, onGetUploadParameters: () => new Promise(() => {}) });
});
afterEach(() => {
  uploader.destroy();
  vi.useRealTimers();
});

const add = (name: string, type: string) => uploader.addFile({ name, type, data: new Blob(['original'], { type }) });
/** What the image editor does when the browser has encoded an edited image. */
const finishEdit = (id: string, type: string) => {
  uploader.setFileState(id, { data: new Blob(['edited'], { type }) });
  uploader.emit('file-editor:complete', uploader.getFile(id));
};
const isDone = async (work: Promise<void>) => Promise.race([work.then(() => true), Promise.resolve(false)]);

it('an upload waits until each of its edited images is encoded', async () => {
  const edits = watchSavedEdits(uploader);
  const [chart, photo] = [add('chart.png', 'image/png'), add('photo.jpg', 'image/jpeg')];
  edits.add(chart);
  edits.add(photo);
  const waiting = edits.finish([chart, photo]);
  expect(uploader.getFile(chart).progress.preprocess).toMatchObject({ message: 'Saving your edits' });
  finishEdit(chart, 'image/png');
  expect(await isDone(waiting)).toBe(false);
  finishEdit(photo, 'image/jpeg');
  await waiting;
  expect(uploader.getFile(photo).progress.preprocess).toBeUndefined();
  await edits.finish([chart, photo]);
});

it("an image that can't be encoded fails instead of being uploaded unedited, until it is edited again", async () => {
  const edits = watchSavedEdits(uploader);
  const chart = add('chart.png', 'image/png');
  const failed = vi.fn();
  uploader.on('upload-error', (file, { message }) => failed(file?.name, message));
  edits.add(chart);
  const waiting = edits.finish([chart]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  const message = 'Failed to save your edit. Edit the image again, or remove it.';
  expect(failed).toHaveBeenCalledExactlyOnceWith('chart.png', message);
  expect(uploader.getFile(chart).error).toBe(message);
  await edits.finish([chart]);
  expect(failed).toHaveBeenCalledTimes(2);
  finishEdit(chart, 'image/png');
  await edits.finish([chart]);
  expect(failed).toHaveBeenCalledTimes(2);
});

it('an upload does not wait for images that were removed, or whose dialog was closed', async () => {
  const edits = watchSavedEdits(uploader);
  const [chart, photo] = [add('chart.png', 'image/png'), add('photo.jpg', 'image/jpeg')];
  edits.add(chart);
  edits.add(photo);
  const waiting = edits.finish([chart, photo]);
  uploader.removeFile(chart);
  expect(await isDone(waiting)).toBe(false);
  uploader.cancelAll();
  await waiting;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(uploader.getState().info).toEqual([]);
});

it('an image saved as another type than its own gets the type and extension of its bytes', () => {
  watchSavedEdits(uploader);
  const photo = add('Board 2026.webp', 'image/webp');
  finishEdit(photo, 'image/png');
  expect(uploader.getFile(photo)).toMatchObject({ name: 'Board 2026.png', type: 'image/png', extension: 'png' });
  expect(uploader.getFile(photo).meta).toMatchObject({ name: 'Board 2026.png', type: 'image/png' });
  const chart = add('chart.png', 'image/png');
  finishEdit(chart, 'image/png');
  expect(uploader.getFile(chart)).toMatchObject({ name: 'chart.png', type: 'image/png' });
});
