import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page';
import { TopMenu } from '../features/shell/top-menu';
import { useDocumentTitle } from '../hooks/use-document-title';

export const Route = createFileRoute('/')({ component: LandingRoute });

function LandingRoute() {
  useDocumentTitle();
  return (
    <>
      <TopMenu />
      <LandingPage />
    </>
  );
}
