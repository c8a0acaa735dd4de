import { Download, WrapText } from 'lucide-react';
import { saveText } from '~/client/lib/save-text';
import { IconButton } from '~/client/ui/form/button';
import { CopyButton } from '~/client/ui/form/copy-button';
import { markdownWords as words } from '~/client/words/markdown';
import { fileNameOf } from './code-file-name';

interface CodeToolsProps {
  language: string | undefined;
  code: () => string;
  isWrapped: boolean;
  onWrap: () => void;
}

export function CodeTools({ language, code, isWrapped, onWrap }: CodeToolsProps) {
  const download = () =>
    saveText({ fileName: fileNameOf(language), mediaType: 'text/plain;charset=utf-8', text: code() });
  return (
    <>
      <IconButton
        label={isWrapped ? words.keepLines : words.wrapLines}
        size="sm"
        aria-pressed={isWrapped}
        onClick={onWrap}
      >
        <WrapText size={15} strokeWidth={1.5} />
      </IconButton>
      <IconButton label={words.downloadCode} size="sm" onClick={download}>
        <Download size={15} strokeWidth={1.5} />
      </IconButton>
      <CopyButton label={words.copyCode} text={code} />
    </>
  );
}
