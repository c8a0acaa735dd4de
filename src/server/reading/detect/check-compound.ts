import { compoundSignature, openCompoundFile } from './compound-file';
import { type Format, firstType, rejected, rethrowAsRejected, type UploadedFile, wholeOrRanges } from './uploaded-file';

const wordSignature = 0xa5ec;

/** Excel, PowerPoint and installers use the same container: only Word files have this stream with this start. */
export async function checkDoc(file: UploadedFile, format: Format): Promise<string> {
  if (!file.head.subarray(0, 8).equals(compoundSignature)) throw rejected('no compound file at the start');
  const compound = await openCompoundFile(wholeOrRanges(file)).catch(rethrowAsRejected);
  const start = await compound.startOf('WordDocument').catch(rethrowAsRejected);
  if (start.length < 2 || start.readUInt16LE(0) !== wordSignature) throw rejected('a compound file without a document');
  return firstType(format);
}

/** An Outlook email has its properties at the top level, and no document stream. */
export async function checkMsg(file: UploadedFile, format: Format): Promise<string> {
  if (!file.head.subarray(0, 8).equals(compoundSignature)) throw rejected('no compound file at the start');
  const { streamNames } = await openCompoundFile(wholeOrRanges(file)).catch(rethrowAsRejected);
  if (!streamNames.includes('__properties_version1.0')) throw rejected('a compound file without a mail');
  return firstType(format);
}
