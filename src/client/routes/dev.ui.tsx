import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { MissingPath } from '~/client/features/shell/missing-path';
import { NotFoundPage } from '~/client/features/shell/not-found-page';

const Missing = () => <NotFoundPage path={<MissingPath />} />;

/** The component gallery, in development only. Production builds don't contain it. */
const GalleryPage = import.meta.env.DEV ? lazy(() => import('~/client/features/gallery/gallery-page')) : Missing;

export const Route = createFileRoute('/dev/ui')({ component: GalleryPage });
