import { brand } from '~/shared/brand';

export const investorWords = {
  heading: `Invest in ${brand.company}`,
  subtitle: 'The Future of AI-Powered Business Intelligence',
  tokenTitle: 'Deflationary Utility Token Launch',
  points: [
    { title: 'Burn Mechanism', text: 'Part of what is paid in tokens is destroyed, so that the supply can only fall.' },
    { title: 'Real Utility', text: `Tokens are meant to pay for what the product does: answers, surveys, advice.` },
    { title: 'Deflationary Growth', text: 'The more the product is used, the fewer tokens remain.' },
  ],
  tokenNote:
    'A plan, not an offer. Nothing can be bought here, no price or return is promised, and the launch may change or not happen.',
  waitlistTitle: 'Token Launch Coming Soon',
  waitlistText: 'Leave your e-mail address and we write when there is news of the launch.',
  email: 'Email',
  placeholder: 'you@company.com',
  join: 'Join Waitlist',
  joining: 'Joining...',
  thanks: "✓ Thank you! You're on the waitlist.",
  joinedTitle: 'Success!',
  joinedText: "You've been added to the waitlist. We'll be in touch soon!",
  failedTitle: 'Error',
  failedText: 'Failed to join waitlist',
  invalidEmail: 'Invalid email format',
  privacy: 'Used for this and nothing else.',
  privacyLink: 'Privacy',
  needsScript: 'Joining the waitlist needs JavaScript.',
} as const;
