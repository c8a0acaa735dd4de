import { FileBraces, FileCode, FileDown, FileText, FileType } from 'lucide-react';
import { MenuItem } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import { saveFile } from './save-file';

const formats = [
  { format: 'docx', Icon: FileText },
  { format: 'pdf', Icon: FileType },
  { format: 'html', Icon: FileCode },
  { format: 'md', Icon: FileDown },
  { format: 'json', Icon: FileBraces },
] as const;

interface ExportItemsProps {
  /** `/api/conversations/…` or `/api/messages/…` */
  path: string;
}

/** The export formats of a conversation or an answer. */
export function ExportItems({ path }: ExportItemsProps) {
  return formats.map(({ format, Icon }) => (
    <MenuItem key={format} onClick={() => void saveFile(`${path}/export?format=${format}`)}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      {words.as[format]}
    </MenuItem>
  ));
}
