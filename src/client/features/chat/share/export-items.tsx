import { FileBraces, FileDown, FileText, FileType } from 'lucide-react';
import { DownloadRefused, downloadFile } from '~/client/lib/download-file';
import { toast } from '~/client/lib/toast';
import { MenuItem } from '~/client/ui/menu/menu';
import { exportWords as words } from '~/client/words/export';
import type { ExportFormat } from '~/shared/schemas/conversation-exports';

const formats = [
  { format: 'docx', Icon: FileText },
  { format: 'pdf', Icon: FileType },
  { format: 'md', Icon: FileDown },
  { format: 'json', Icon: FileBraces },
] as const;

interface ExportItemsProps {
  /** `/api/conversations/…` or `/api/messages/…` */
  path: string;
}

/** The kinds of files that a conversation or an answer can become. */
export function ExportItems({ path }: ExportItemsProps) {
  return formats.map(({ format, Icon }) => (
    <MenuItem key={format} onClick={() => void exportAs(path, format)}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      {words.as[format]}
    </MenuItem>
  ));
}

async function exportAs(path: string, format: ExportFormat): Promise<void> {
  toast({ kind: 'info', title: words.exporting });
  try {
    const name = await downloadFile(`${path}/export?format=${format}`);
    toast({ kind: 'success', title: words.exported, description: name });
  } catch (cause) {
    const description = cause instanceof DownloadRefused ? cause.message : words.broken;
    toast({ kind: 'error', title: words.failed, description });
  }
}
