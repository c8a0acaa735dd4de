/** The public pages: static content from the features, interactive parts as islands. */
import { chakra } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { InvestorsPage } from '~/client/features/investors/investors-page';
import { LandingPage } from '~/client/features/landing/landing-page';
import { LegalPage } from '~/client/features/legal/legal-page';
import { BrainPage } from '~/client/features/offerings/brain-page';
import { ReviewPage } from '~/client/features/offerings/review-page';
import { StrategyPage } from '~/client/features/offerings/strategy-page';
import { RunFrame } from '~/client/features/published-run/run-frame';
import { NotFoundPage } from '~/client/features/shell/not-found-page';
import { SiteFooter } from '~/client/features/shell/site-footer';
import { SkipLink } from '~/client/ui/page/skip-link';
import { siteMetaWords as meta } from '~/client/words/site-meta';
import { brand } from '~/shared/brand';
import type { PublicPath } from '~/shared/pages';
import { sitePlaceholders } from '~/shared/site-placeholders';
import { CallToAction, JoinWaitlist } from './call-to-action';
import { ChosenRun } from './chosen-run';
import { Island } from './island';
import { MissingAddress } from './missing-address';
import { ProductImage } from './product-image';
import { type JsonLd, offer, organization, product, website } from './structured-data';

export interface SitePage {
  path: PublicPath | '/404' | '/back-test';
  /** The path in the canonical URL; the page's path if absent. */
  address?: string;
  title: string;
  description: string;
  /** Structured data about the page, besides its publisher. */
  things: JsonLd[];
  Page: ComponentType;
}

const page = (
  path: SitePage['path'],
  { title, description }: { title: string; description: string },
  content: ReactNode,
  things: JsonLd[] = [],
): SitePage => ({
  path,
  title,
  description,
  things,
  Page: () => (
    <Column>
      <SkipLink />
      <Island name="bar" props={{ path }} />
      {content}
      <SiteFooter />
    </Column>
  ),
});

/** As high as the window, so that the footer of a short page is at its bottom. */
const Column = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '100dvh',
    '& > main': { flex: '1 0 auto', width: 'full' },
  },
});

export const sitePages: SitePage[] = [
  page('/', meta.home, <LandingPage mainButton={<CallToAction />} picture={<ProductImage />} claim={<ChosenRun />} />, [
    organization,
    website,
    product(`${brand.invest} + ${brand.chat}`, meta.home.description, offer('30', 'P1M')),
  ]),
  page('/qreview', meta.review, <ReviewPage />, [product(brand.review, meta.review.description, offer('1900'))]),
  page('/qstrategy', meta.strategy, <StrategyPage />, [product(brand.strategy, meta.strategy.description)]),
  page('/qbrain', meta.brain, <BrainPage />),
  page('/investors', meta.investors, <InvestorsPage form={<JoinWaitlist />} />),
  page('/terms', meta.terms, <LegalPage name="terms" />),
  page('/privacy', meta.privacy, <LegalPage name="privacy" />),
  page('/disclaimer', meta.disclaimer, <LegalPage name="disclaimer" />),
];

export const notFoundPage = page('/404', meta.notFound, <NotFoundPage path={<MissingAddress />} />);

/** A template, which the server fills in for each published back-test. */
export const runPage: SitePage = {
  ...page('/back-test', sitePlaceholders.run, <RunFrame />),
  address: `/back-tests${sitePlaceholders.run.path}`,
};
