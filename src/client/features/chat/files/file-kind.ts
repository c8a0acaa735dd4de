import { File, FileImage, FileText, FileType, type LucideIcon } from 'lucide-react';

/** The type of a file as shown to users: an icon and a label. */
export function fileKind(type: string, name: string): { Icon: LucideIcon; kind: string } {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return { Icon: FileText, kind: 'PDF' };
  if (type.startsWith('image/')) return { Icon: FileImage, kind: 'Image' };
  if (/word|document/.test(type) || /\.docx?$/i.test(name)) return { Icon: FileType, kind: 'Document' };
  return { Icon: File, kind: 'File' };
}
