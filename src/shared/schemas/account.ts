import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword, newPassword } from './auth';
import { storableText } from './text';

/** A session is spoken of by a part of the hash under which it is stored, never by the cookie's value. */
export const sessionId = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/, 'Not a valid id') });

/** A browser or program in which the account is signed in. */
export interface SessionSummary {
  id: string;
  /** In plain words: 'Firefox on Windows'. */
  device: string;
  /** The network address it signed in from; empty when it is not known. */
  address: string;
  signedInAt: Date | null;
  /** To the five minutes. */
  lastActiveAt: Date | null;
  /** The one that asks. */
  isCurrent: boolean;
}

/** What the account holds, and how much it may; 0 means that there is no limit. */
export interface AccountUsage {
  files: number;
  bytes: number;
  mostFiles: number;
  mostBytes: number;
}

export const instructionsInput = z.object({
  instructions: storableText
    .trim()
    // Counted as the counter beside the text box counts.
    .refine(
      (text) => text.length <= limits.instructionsCharacters,
      `Instructions must be ${limits.instructionsCharacters} characters or fewer`,
    ),
});

export const deleteAccountInput = z.object({
  email: storableText.trim().toLowerCase().max(limits.emailCharacters, 'This is not the email of your account'),
  password: confirmedPassword,
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
