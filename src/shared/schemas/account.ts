import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword, newPassword } from './auth';
import { time } from './output';
import { storableText } from './text';

/** Sessions are identified by half of their id, which is the hash of the cookie's value. */
export const sessionHandleInput = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'Not a valid id') });

/** A browser or program that is signed in to the account. */
const session = z
  .strictObject({
    id: z.string().regex(/^[0-9a-f]{32}$/),
    device: z.string().describe("For example 'Firefox on Windows'"),
    address: z.string().describe('IP address at sign-in; empty if unknown'),
    place: z
      .string()
      .nullable()
      .describe("Of the address, such as 'Berlin, Germany'; null without GEOIP_DATABASE, or if it is unknown"),
    isLocalAddress: z.boolean().describe('Whether the address is not of the public internet'),
    signedInAt: time.nullable(),
    lastActiveAt: time.nullable().describe('Accurate to 5 minutes'),
    isCurrent: z.boolean().describe('Whether this is the current session'),
  })
  .meta({ id: 'Session' });
export type SessionSummary = z.infer<typeof session>;
export const sessionList = z.array(session);

/** The account's file usage and limits; 0 means unlimited. */
export const accountUsage = z.strictObject({
  files: z.int(),
  bytes: z.number(),
  mostFiles: z.int(),
  mostBytes: z.number(),
});
export type AccountUsage = z.infer<typeof accountUsage>;

export const instructionsOutput = z.strictObject({ instructions: z.string() }).meta({ id: 'Instructions' });

export const instructionsInput = z.object({
  instructions: storableText
    .trim()
    // Counts UTF-16 code units, like the counter beside the text field.
    .refine(
      (text) => text.length <= limits.instructionsCharacters,
      `Instructions must be ${limits.instructionsCharacters} characters or fewer`,
    ),
});

/** What the chat does without being asked. */
export const chatPreferences = z
  .strictObject({
    modelTitles: z.boolean().describe('The AI model titles new conversations after their first answer'),
    suggestedQuestions: z.boolean().describe('The AI model suggests questions that could follow an answer'),
  })
  .meta({ id: 'ChatPreferences' });
export type ChatPreferences = z.infer<typeof chatPreferences>;

/** Omitted fields are not changed. */
export const chatPreferencesInput = z.object({
  modelTitles: z.boolean().optional(),
  suggestedQuestions: z.boolean().optional(),
});
export type ChatPreferencesInput = z.infer<typeof chatPreferencesInput>;

export const deleteAccountInput = z.object({
  email: storableText.trim().toLowerCase().max(limits.emailCharacters, "This isn't your account's email"),
  password: confirmedPassword.optional(),
});
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** Accepts any text, because the response must not reveal whether an account exists. */
export const requestResetInput = z.object({
  email: storableText.trim().min(1, 'Email is required').max(limits.emailCharacters, 'Email is too long').toLowerCase(),
});

const token = z.string().max(200);
export const openResetInput = z.object({ token });
export const confirmEmailInput = z.object({ token });
export const completeResetInput = z.object({ token, newPassword });
export type CompleteResetInput = z.infer<typeof completeResetInput>;

export const exportName = z.strictObject({ fileName: z.string() });

/** The account of a link. */
export const linkOutput = z.strictObject({ email: z.string() });
/** `hasOtherSignIn`: a provider or a passkey also signs in to the account. */
export const confirmedEmailOutput = z.strictObject({ email: z.string(), hasOtherSignIn: z.boolean() });
export const confirmationOutput = z.strictObject({ status: z.enum(['not-needed', 'pending', 'confirmed']) });
export type ConfirmationStatus = z.infer<typeof confirmationOutput>['status'];
