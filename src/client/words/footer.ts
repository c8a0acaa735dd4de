import { brand } from '~/shared/brand';

export const footerWords = {
  label: 'Footer',
  offerings: 'Offerings',
  company: 'Company',
  legal: 'Legal',
  investors: 'Investors',
  trackRecord: 'Track record',
  signIn: 'Sign In',
  terms: 'Terms',
  privacy: 'Privacy',
  disclaimer: 'Disclaimer',
  notAdvice:
    'Not investment advice. Back-tests are hypothetical. Answers are written by language models and can be wrong: check what you rely on.',
  rights: (year: string) => `© ${year} ${brand.company}`,
} as const;
