import { brand } from '~/shared/brand';

export const investorWords = {
  heading: `Invest in ${brand.company}`,
  subtitle: 'The Future of AI-Powered Business Intelligence',
  tokenTitle: 'Deflationary Utility Token Launch',
  points: [
    { title: 'Burn Mechanism', text: 'Part of every token payment is destroyed, so the supply can only shrink.' },
    { title: 'Real Utility', text: `Tokens are meant to pay for what the product does: answers, surveys, advice.` },
    { title: 'Deflationary Growth', text: 'The more the product is used, the fewer tokens remain.' },
  ],
  tokenNote:
    'A plan, not an offer. Nothing can be bought here, no price or return is promised, and the launch may change or not happen.',
  waitlistTitle: 'Token Launch Coming Soon',
  waitlistText: "Enter your email and we'll let you know when there is news about the launch.",
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
  privacy: 'We use it only for launch updates.',
  privacyLink: 'Privacy',
  needsScript: 'Joining the waitlist needs JavaScript.',
} as const;
