import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '~/client/lib/copy-text';
import { toast } from '~/client/lib/toast';
import { markdownWords as words } from '~/client/words/markdown';
import { IconButton } from './button';

const shownMs = 2000;

interface CopyButtonProps {
  /** Called when pressed, so that long texts are not computed for an unused button. */
  text: () => string;
  /** The same text as HTML, for targets that accept formatting. */
  html?: () => string | undefined;
  label: string;
}

export function CopyButton({ text, html, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  function copy() {
    copyText(text(), html?.()).then(
      () => setIsCopied(true),
      () => toast({ kind: 'error', title: words.couldNotCopy, description: words.clipboardBlocked }),
    );
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? words.copied : label} size="sm" onClick={copy}>
      <Icon size={15} strokeWidth={1.5} />
    </IconButton>
  );
}
