import { AppError } from '~/server/lib/errors';

export const tooLongToExport = (cause?: unknown) =>
  new AppError('too_large', 'This conversation is too long for Word and PDF. Export it as Markdown or JSON instead.', {
    cause,
  });
export const tooBusyToExport = (cause?: unknown) =>
  new AppError('unavailable', 'The server is busy with other exports. Try again in a moment.', {
    cause,
    retryAfterSeconds: 30,
  });
export const notFinished = () =>
  new AppError('conflict', 'This answer is still being written. Export it when it is finished.');
export const notForPdf = () =>
  new AppError(
    'validation',
    "PDFs can't show Chinese, Japanese, Korean and some other scripts. Export to Word or HTML instead.",
  );
