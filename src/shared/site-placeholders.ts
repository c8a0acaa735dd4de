/**
 * What is known at run time only. The pages drawn at build time contain these until the server fills them in. What is
 * between the `start` and the `end` of a part is kept or removed.
 */
export const sitePlaceholders = {
  publicUrl: 'https://public-url.invalid',
  schedulingUrl: 'https://scheduling-url.invalid/',
  /** An e-mail address, or words for whom it would be. */
  contact: 'contact-of-the-operator.invalid',
  /** How long data is kept: sentences with a space before them, or nothing. */
  retention: 'retention-of-the-operator.invalid',
  /** The rows of the description list of services that receive data. */
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
