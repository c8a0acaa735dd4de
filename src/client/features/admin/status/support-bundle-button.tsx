import { Download } from 'lucide-react';
import { saveText } from '~/client/lib/save-text';
import { errorToast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { statusWords as words } from '~/client/words/status';
import { utcDay } from '~/shared/utc-day';

export function SupportBundleButton() {
  const bundle = trpc.status.supportBundle.useMutation({
    onSuccess(made) {
      const fileName = `qinsight-support-${utcDay(made.generatedAt)}.json`;
      saveText({ fileName, mediaType: 'application/json', text: JSON.stringify(made, null, 2) });
    },
    onError: (cause) => errorToast(words.supportBundleFailed, cause),
  });
  return (
    <Button alignSelf="start" pending={bundle.isPending} pendingLabel={words.preparing} onClick={() => bundle.mutate()}>
      <Download size={16} strokeWidth={1.5} aria-hidden />
      {words.supportBundle}
    </Button>
  );
}
