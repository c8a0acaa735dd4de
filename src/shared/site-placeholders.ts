/** Addresses that are known at run time only. They stand in the pages drawn at build time until the server fills them in. */
export const sitePlaceholders = {
  publicUrl: 'https://public-url.invalid',
  schedulingUrl: 'https://scheduling-url.invalid/',
  /** An e-mail address, or words for whom it would be. */
  contact: 'contact-of-the-operator.invalid',
} as const;
