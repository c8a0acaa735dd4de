import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword, newPassword } from './auth';
import { time } from './output';
import { storableText } from './text';

/** The API names a session by half of its id, which is the hash of the cookie's value. */
export const sessionHandleInput = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'Not a valid id') });

/** A browser or program in which the account is signed in. */
const session = z
  .strictObject({
    id: z.string().regex(/^[0-9a-f]{32}$/),
    device: z.string().describe("For example 'Firefox on Windows'"),
    address: z.string().describe('IP address at sign-in; empty if unknown'),
    signedInAt: time.nullable(),
    lastActiveAt: time.nullable().describe('Accurate to 5 minutes'),
    isCurrent: z.boolean().describe('Whether this is the current session'),
  })
  .meta({ id: 'Session' });
export type SessionSummary = z.infer<typeof session>;
export const sessionList = z.array(session);

/** Files of the account and its limits; 0 means no limit. */
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
    // Counted as the counter beside the text box counts.
    .refine(
      (text) => text.length <= limits.instructionsCharacters,
      `Instructions must be ${limits.instructionsCharacters} characters or fewer`,
    ),
});

/** What the user wants qChat to do without being asked. */
export const chatPreferences = z
  .strictObject({
    modelTitles: z.boolean().describe('The AI model titles new conversations after their first answer'),
    suggestedQuestions: z.boolean().describe('The AI model suggests questions that could follow an answer'),
  })
  .meta({ id: 'ChatPreferences' });
export type ChatPreferences = z.infer<typeof chatPreferences>;

/** What is left out stays as it is. */
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

/** Whether the address belongs to an account is never told: any text is looked up as it is. */
export const requestResetInput = z.object({
  email: storableText.trim().min(1, 'Email is required').max(limits.emailCharacters, 'Email is too long').toLowerCase(),
});

const token = z.string().max(200);
export const openResetInput = z.object({ token });
export const confirmEmailInput = z.object({ token });
export const completeResetInput = z.object({ token, newPassword });
export type CompleteResetInput = z.infer<typeof completeResetInput>;

export const exportName = z.strictObject({ fileName: z.string() });

/** The account that a link belongs to. */
export const linkOutput = z.strictObject({ email: z.string() });
export const confirmationOutput = z.strictObject({ status: z.enum(['not-needed', 'pending', 'confirmed']) });
export type ConfirmationStatus = z.infer<typeof confirmationOutput>['status'];
