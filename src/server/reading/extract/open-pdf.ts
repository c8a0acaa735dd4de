/** Opens a PDF with all that could run or fetch something switched off. */
import { getDocumentProxy } from 'unpdf';
import { ReadingFailure, readingMessages } from '~/server/reading/reading';

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Without `maxImageSize`, no images are decoded. */
export async function openPdf(bytes: Uint8Array, maxImageSize = 1): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      isEvalSupported: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new ReadingFailure(isLocked ? readingMessages.pdfLocked : readingMessages.damaged, { cause: error });
  }
}
