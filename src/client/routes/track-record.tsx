import { createFileRoute } from '@tanstack/react-router';
import { loadUser } from '~/client/features/auth/guards';
import { TrackRecordPage } from '~/client/features/invest/track-record/track-record-page';
import { TopMenu } from '~/client/features/shell/top-menu';
import { useDocumentTitle } from '~/client/hooks/use-document-title';
import { trackRecordWords } from '~/client/words/track-record';

export const Route = createFileRoute('/track-record')({
  beforeLoad: loadUser,
  // The page reads the record itself, because it checks each part as it arrives.
  loader: ({ context }) => void context.queryUtils.backtest.listPublished.prefetch(),
  component: TrackRecordRoute,
});

function TrackRecordRoute() {
  useDocumentTitle(trackRecordWords.title);
  return (
    <>
      <TopMenu />
      <TrackRecordPage />
    </>
  );
}
