import { brand } from '~/shared/brand';
import { sitePlaceholders } from '~/shared/site-placeholders';

interface LegalText {
  title: string;
  lead: string;
  parts: { title: string; text: string[] }[];
}

/** Describes what the product does. Each operator needs a lawyer to make the texts binding. */
export const legalWords = {
  review: 'Draft – not reviewed by a lawyer. The operator of this service must review and complete it.',
  processorsTitle: 'Services that receive data',
  processorsNote:
    'This list follows the settings of this service. Websites that are read for an answer see the IP address of this server, not yours.',
  contents: 'On this page',
  contactTitle: 'Contact',
  contact: `Write to ${sitePlaceholders.contact}.`,
  terms: {
    title: 'Terms of use',
    lead: `What you may expect from ${brand.company}, and what is expected of you.`,
    parts: [
      {
        title: 'The service',
        text: [
          `${brand.chat} answers questions with the help of AI models, web search where one is connected, and the files you attach. ${brand.invest} shows investment positions and how their gains are calculated. ${brand.review} and ${brand.strategy} are services arranged by phone or video call. ${brand.brain} is not available yet.`,
          'The service may change and may be unavailable at times. You can export your profile, conversations and files in Settings.',
        ],
      },
      {
        title: 'Your account',
        text: [
          'Use your own email address and keep your password to yourself. You are responsible for activity under your account.',
          'An administrator can lock or delete an account that breaks these terms. You can delete your account in Settings. This cannot be undone.',
        ],
      },
      {
        title: 'Price',
        text: [
          `${brand.invest} and ${brand.chat} cost $30 a month together; the first month is free. A ${brand.review} survey costs $1900. Scheduling a call costs nothing. Payment is not set up on this site yet: you are not charged through it.`,
        ],
      },
      {
        title: 'Your content',
        text: [
          'What you type and upload stays yours. You allow the service to store it and to share what is needed to answer you.',
          'Upload only what you have the right to use. Do not use the service to break the law or to harm others.',
        ],
      },
      {
        title: 'No guarantees',
        text: [
          'Answers can be wrong, incomplete or out of date, even when they cite a source. Prices can be delayed. Nothing here is investment, legal or tax advice.',
        ],
      },
    ],
  } satisfies LegalText,
  privacy: {
    title: 'Privacy',
    lead: 'What we store, why, who can see it, and when it is deleted.',
    parts: [
      {
        title: 'What is stored',
        text: [
          'Your email address, your name if you give one, and a one-way hash of your password. Your conversations, written or imported, your ratings, projects, prompts and saved facts, your collections, the files you attach and the text extracted from them. Your research with its plan, notes and the pages that were read. The copies behind your shared links. For each sign-in, the type of device, the IP address and the time. If your list of sessions shows a location, the server looked it up in a local file: the IP address was not sent to another service, and the location is not stored.',
          'Your use of AI models and its cost. The positions you follow and the time of your last visit to them. If you use them: your account at another sign-in service, the public keys of your passkeys, the encrypted secret of your authenticator app, and one-way hashes of your recovery codes, API tokens and private feed address.',
          'If you join the waitlist: your email address and the time.',
        ],
      },
      {
        title: 'Cookies',
        text: [
          'Up to four cookies. Two are set when you sign in: one keeps you signed in for up to 30 days after your last visit, the other marks this browser as one that you have used, for up to 400 days, so that wrong passwords typed by others do not keep you out. The second one is also set when you reset your password with a link. If you sign in through another service, a third one lasts until you are back, ten minutes at most. If you use a second factor, another one lasts until you have confirmed it, five minutes at most. There is no tracking, no advertising and no analytics. Drafts and display settings are stored in your browser.',
        ],
      },
      {
        title: 'Who sees it',
        text: [
          'Other users cannot see your conversations and files, except what you share: the pages of your shared links, and the documents of collections that are shared with them. What you write about positions, in notes and theses, is visible to all signed-in users. Administrators can see your email address, name, sign-up date, role, groups, whether you use a second factor, your use of AI models and its cost per day and model, your budget, and a log of account activity with IP addresses. They can read collections for groups and for the organization, and the comments that you send with a rating of an answer, but not your name or the conversation they belong to. The operator of this service has technical access to the stored data. To write an answer, your question, the conversation, passages of your files and collections, your custom instructions, saved facts and position data are sent to the AI model that the operator has connected, and search terms to a web search where one is connected. Other services that receive data are listed on this page.',
          "An image from another site is loaded through the server after you select it, so the other site does not see your IP address. Voice input uses your browser's speech service, which may send audio to the browser's vendor.",
        ],
      },
      {
        title: 'When data is deleted',
        text: [
          `Deleting a conversation also deletes its files and shared links. A file that you upload but neither send nor add to a collection is deleted after 7 days. Deleting your account removes your profile, conversations, personal collections and files. Positions, theses, notes, ledger entries, published back-tests and prompts for all users stay, without your name. Collections of the organization and of groups, with their files, and your positions pass to an administrator. Documents that you added to another user's collection stay there. Usage of AI models is kept as totals that are not linked to users. Sessions end after 30 days without a visit. An administrator removes you from the waitlist on request. Backups may contain deleted data until they are replaced.${sitePlaceholders.retention}`,
          'You can export your data in Settings: your profile, conversations, ratings, research, files, collections, projects, prompts, saved facts, shared links, notes, followed positions, usage and account activity. Temporary conversations are not included.',
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
          'Nothing on this site, in an answer or in a table is investment advice, a recommendation or an offer to buy or sell anything. It does not take your personal situation into account. Talk to a licensed adviser before you invest. You can lose all the money you invest.',
        ],
      },
      {
        title: 'Back-tests are hypothetical',
        text: [
          '"+350% over 5 years" is a hypothetical back-test figure. It was not traded in any account, and it is not calculated from a published run. If an administrator chooses a published run, the home page shows its result beside the figure. Hypothetical figures do not fully reflect trading costs, taxes, or how investors behave in practice. Past performance, real or simulated, does not predict future results.',
          'The track record explains how its own figures are calculated and, where closing prices are published, lets you recalculate them. It does not cover this back-test.',
        ],
      },
      {
        title: 'AI-generated answers',
        text: [
          'Answers are generated by an AI model or assembled from your documents. They can be wrong and sound certain. A cited source shows where a statement comes from, not that it is true. Check what you rely on.',
        ],
      },
      {
        title: 'Prices',
        text: [
          'Prices come from a third party, can be delayed or missing, and are shown with their time and source. They are for personal information only. Do not redistribute them: providers such as Yahoo Finance do not allow it.',
        ],
      },
      {
        title: 'The token',
        text: [
          'The token on the investors page is a plan. It is not for sale, its launch may change or not happen, and joining the waitlist is not a purchase and gives you no right to buy.',
        ],
      },
    ],
  } satisfies LegalText,
} as const;
