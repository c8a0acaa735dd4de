import { brand } from '~/shared/brand';
import { sitePlaceholders } from '~/shared/site-placeholders';

interface LegalText {
  title: string;
  lead: string;
  parts: { title: string; text: string[] }[];
}

/** Plain words about what the product does. Each operator needs a lawyer to make them binding. */
export const legalWords = {
  review:
    'Draft. This text says in plain words how the product works. It has not been reviewed by a lawyer; whoever runs this service must have it reviewed and completed before relying on it.',
  contactTitle: 'Contact',
  contact: `Write to ${sitePlaceholders.contact}.`,
  terms: {
    title: 'Terms of use',
    lead: `What you may expect from ${brand.company}, and what is expected of you.`,
    parts: [
      {
        title: 'The service',
        text: [
          `${brand.chat} answers questions with the help of language models, web search and the files you attach. ${brand.invest} shows investment positions and how their gains are worked out. ${brand.review} and ${brand.strategy} are services agreed upon in a call; ${brand.brain} is not available yet.`,
          'The service may change, and it may be away at times. What you stored can be exported in the settings at any time.',
        ],
      },
      {
        title: 'Your account',
        text: [
          'Give an e-mail address that is yours and keep the password to yourself. What is done with your account counts as done by you.',
          'An administrator can lock or delete an account that breaks these terms. You can delete yours in the settings; that cannot be undone.',
        ],
      },
      {
        title: 'Price',
        text: [
          `${brand.invest} and ${brand.chat} cost $30 a month together; the first month is free. A ${brand.review} survey costs $1900. Scheduling a call costs nothing.`,
        ],
      },
      {
        title: 'Your content',
        text: [
          'What you type and upload stays yours. You allow the service to store it and to pass on what is needed to answer you.',
          'Upload nothing that you have no right to use, and do not use the service to break the law or to harm others.',
        ],
      },
      {
        title: 'What is not promised',
        text: [
          'Answers can be wrong, incomplete or out of date, also where they cite a source. Prices can be delayed. Nothing here is investment, legal or tax advice.',
        ],
      },
    ],
  } satisfies LegalText,
  privacy: {
    title: 'Privacy',
    lead: 'Which data there is, what it is for, who sees it, and how it goes.',
    parts: [
      {
        title: 'What is stored',
        text: [
          'Your e-mail address, your name if you give one, and a one-way hash of your password. Your conversations, the files you attach and the text read from them. For each sign-in the kind of device, the network address and the time.',
          'If you join the waitlist: your e-mail address and the time.',
        ],
      },
      {
        title: 'Cookies',
        text: [
          'Two cookies, set when you sign in. One keeps you signed in for up to 30 days after your last visit. The other marks this browser as one that you have used, for up to 400 days, so that wrong passwords typed by others do not keep you out. There is no tracking, no advertising and no analytics. The chosen theme is kept in your browser.',
        ],
      },
      {
        title: 'Who sees it',
        text: [
          'Only you see your conversations and files; administrators see your e-mail address, name and when you signed up. To write an answer, your question, the conversation and passages of your files are sent to the language model that the operator of this service has connected, and search words to a web search where one is connected. If no model is connected, nothing leaves the server.',
          'A picture from another site is loaded through the server after you click it, so that the other site does not see your address.',
        ],
      },
      {
        title: 'How it goes',
        text: [
          'Deleting a conversation, a file or your account deletes it here. Sessions end after 30 days without a visit. Ask to be removed from the waitlist and an administrator deletes the entry. Back-ups of the operator can hold deleted data until they are replaced.',
          'In the settings you can export everything the service has about you.',
        ],
      },
    ],
  } satisfies LegalText,
  disclaimer: {
    title: 'Disclaimer',
    lead: 'Read this before you act on a figure or an answer.',
    parts: [
      {
        title: 'Not investment advice',
        text: [
          'Nothing on this site, in an answer or in a table is investment advice, a recommendation or an offer to buy or sell anything. It does not know your situation. Ask a licensed adviser before you invest; you can lose all of it.',
        ],
      },
      {
        title: 'Back-tests are hypothetical',
        text: [
          '“+350% over 5 years” is a back-test: rules applied to past prices with the benefit of hindsight. No account traded it. It leaves out what real trading costs and how people behave. Past performance, real or simulated, does not predict future results.',
          'The track record says how figures are worked out and lets you recompute them.',
        ],
      },
      {
        title: 'Answers of language models',
        text: [
          'Answers are written by a language model or assembled from your documents. They can be wrong and sound certain. A cited source shows where a statement comes from, not that it is true. Check what you rely on.',
        ],
      },
      {
        title: 'Prices',
        text: ['Prices come from a third party, can be delayed or missing, and are shown with their time and source.'],
      },
      {
        title: 'The token',
        text: [
          'The token on the investors page is a plan. It is not for sale, its launch may change or not happen, and joining the waitlist is no purchase and gives no right to one.',
        ],
      },
    ],
  } satisfies LegalText,
} as const;
