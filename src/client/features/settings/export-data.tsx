import { HStack } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { DownloadFailed } from '~/client/lib/download-file';
import { formatFileSize } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { Button } from '~/client/ui/form/button';
import { settingsWords as words } from '~/client/words/settings';
import { downloadExport } from './download-export';

export function ExportData() {
  const [bytes, setBytes] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const name = await downloadExport(setBytes, controller.signal);
      toast({ kind: 'success', title: words.exported, description: words.exportedMore(name) });
    } catch (cause) {
      if (!controller.signal.aborted) {
        const description = cause instanceof DownloadFailed ? cause.message : words.exportBroke;
        toast({ kind: 'error', title: words.exportFailed, description });
      }
    } finally {
      setBytes(undefined);
    }
  }

  return (
    <HStack gap="2" wrap="wrap">
      <Button
        onClick={() => void start()}
        pending={bytes !== undefined}
        pendingLabel={bytes ? words.exportingSoFar(formatFileSize(bytes)) : words.exporting}
      >
        {words.exportData}
      </Button>
      {bytes !== undefined && (
        <Button variant="ghost" onClick={() => running.current?.abort()}>
          {words.cancel}
        </Button>
      )}
    </HStack>
  );
}
