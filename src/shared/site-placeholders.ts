/**
 * Values that are only known at run time. Prerendered pages contain these placeholders, and the server replaces them.
 * Content between a `start` and an `end` is kept or removed.
 */
export const sitePlaceholders = {
  publicUrl: 'https://public-url.invalid',
  schedulingUrl: 'https://scheduling-url.invalid/',
  /** An email address, or a text if none is set. */
  contact: 'contact-of-the-operator.invalid',
  /** How long data is kept: sentences with a leading space. */
  retention: 'retention-of-the-operator.invalid',
  /** The description list rows of services that receive data. */
  processors: 'processors-of-the-operator.invalid',
  /** The published back-test on the home page, if an administrator chose one. */
  claim: {
    without: { start: '[claim-without.invalid', end: 'claim-without.invalid]' },
    with: { start: '[claim-with.invalid', end: 'claim-with.invalid]' },
    figure: 'claim-figure.invalid',
    /** 'gain' or 'loss'. */
    tone: 'claim-tone.invalid',
    period: 'claim-period.invalid',
    path: '/claim-path.invalid',
  },
  /** The page of a published back-test. */
  run: {
    title: 'run-title.invalid',
    description: 'run-description.invalid',
    path: '/run-path.invalid',
    content: 'run-content.invalid',
  },
} as const;
