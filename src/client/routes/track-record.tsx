import { createFileRoute } from '@tanstack/react-router';
import { TrackRecordPage } from '../features/invest/track-record/track-record-page';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';
import { trackRecordWords } from '../words/track-record';

export const Route = createFileRoute('/track-record')({ component: TrackRecordRoute });

function TrackRecordRoute() {
  useDocumentTitle(trackRecordWords.title);
  return (
    <>
      <TopMenu />
      <TrackRecordPage />
    </>
  );
}
