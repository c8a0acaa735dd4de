/** Checks zipped Office documents. Any zip can be renamed: this one must declare its main part, and have no macros. */
import { AppError } from '~/server/lib/errors';
import { readingMessages } from '~/server/reading/reading';
import { compoundSignature, openCompoundFile } from './compound-file';
import { type Format, firstType, rejected, rethrowAsRejected, type UploadedFile, wholeOrRanges } from './uploaded-file';
import { openZip, type Zip } from './zip';

const zipSignature = Buffer.from('PK\x03\x04');
const maxContentTypesBytes = 256 * 1024;
const longestTag = 1000;

export async function checkOffice(file: UploadedFile, format: Format): Promise<string> {
  const source = wholeOrRanges(file);
  if (file.head.subarray(0, 8).equals(compoundSignature)) {
    const { streamNames } = await openCompoundFile(source).catch(rethrowAsRejected);
    // Office stores a password-protected document as an encrypted compound file.
    if (streamNames.includes('EncryptedPackage'))
      throw new AppError('unsupported_type', readingMessages.documentLocked);
    throw rejected(`a compound file named .${format.kind}`);
  }
  if (!file.head.subarray(0, 4).equals(zipSignature)) throw rejected('no zip at the start');
  try {
    const zip = await openZip(source);
    if (zip.entries.some(({ fileName }) => /vbaproject\.bin$/i.test(fileName)))
      throw rejected('a document with macros');
    const part = mainPart(await textOf(zip, '[Content_Types].xml'), `${firstType(format)}.main+xml`);
    if (!part || !zip.entries.some(({ fileName }) => fileName === part)) throw rejected('another kind of Office file');
    return firstType(format);
  } catch (error) {
    return rethrowAsRejected(error);
  }
}

/** The first part contains the kind; the manifest lists encrypted parts. */
export async function checkOpenDocument(file: UploadedFile, format: Format): Promise<string> {
  if (!file.head.subarray(0, 4).equals(zipSignature)) throw rejected('no zip at the start');
  try {
    const zip = await openZip(wholeOrRanges(file));
    if ((await textOf(zip, 'mimetype')).trim() !== firstType(format)) throw rejected('another kind of OpenDocument');
    if (zip.entries.some(({ fileName }) => /^(?:Basic|Scripts)\//.test(fileName))) throw rejected('macros');
    if ((await textOf(zip, 'META-INF/manifest.xml')).includes('encryption-data')) {
      throw new AppError('unsupported_type', readingMessages.documentLocked);
    }
    return firstType(format);
  } catch (error) {
    return rethrowAsRejected(error);
  }
}

async function textOf({ entries, read }: Zip, name: string): Promise<string> {
  const entry = entries.find(({ fileName }) => fileName === name);
  if (!entry) throw rejected(`a zip without ${name}`);
  return (await read(entry, maxContentTypesBytes)).toString('utf8');
}

/** Matches short tags one by one, because an expression over the whole text could be made to run for minutes. */
function mainPart(contentTypes: string, type: string): string | undefined {
  const tag = contentTypes.split('<').find((text) => text.length < longestTag && text.includes(`"${type}"`));
  return tag && /PartName\s?=\s?"\/?([^"]+)"/.exec(tag)?.[1];
}
