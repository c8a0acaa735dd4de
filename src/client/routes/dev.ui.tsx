import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { MissingPath } from '~/client/features/shell/missing-path';
import { NotFoundPage } from '~/client/features/shell/not-found-page';

const Missing = () => <NotFoundPage path={<MissingPath />} />;

/** The parts of the interface in all their states: while developing only. A build for people has no such page. */
const GalleryPage = import.meta.env.DEV ? lazy(() => import('~/client/features/gallery/gallery-page')) : Missing;

export const Route = createFileRoute('/dev/ui')({ component: GalleryPage });
