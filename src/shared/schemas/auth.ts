import { z } from 'zod';
import { limits } from '~/shared/limits';
import { signUpModes } from '~/shared/sign-up-modes';
import { id, time } from './output';
import { storableText } from './text';

const email = storableText
  .trim()
  .min(1, 'Email is required')
  .max(limits.emailCharacters, 'Email is too long')
  // Validates before lowercasing, because some invalid characters (K, the Kelvin sign) become letters.
  .pipe(z.email('Invalid email format').toLowerCase());

const optionalName = storableText
  .trim()
  .max(limits.nameCharacters, `Names can have at most ${limits.nameCharacters} characters`)
  .optional()
  .transform((name) => name || undefined);

export const loginInput = z.object({
  // Accepts any text, because sign-in errors must not reveal which part was wrong.
  email: storableText.trim().min(1, 'Email is required').max(limits.emailCharacters, 'Email is too long').toLowerCase(),
  password: z.string().min(1, 'Password is required').max(limits.passwordMaxLength, 'Password is too long'),
});
export type LoginInput = z.infer<typeof loginInput>;

export const registerInput = z.object({
  email,
  // The minimum is a setting of the server, which checks it. Forms add it to their schema.
  password: z
    .string()
    .min(1, 'Password is required')
    .max(limits.passwordMaxLength, `Password can have at most ${limits.passwordMaxLength} characters`),
  firstName: optionalName,
  lastName: optionalName,
});
export type RegisterInput = z.infer<typeof registerInput>;

/** An omitted name is not changed; an empty one is removed. */
const editedName = storableText
  .trim()
  .max(limits.nameCharacters, `Names can have at most ${limits.nameCharacters} characters`)
  .nullish()
  .transform((name) => (name === undefined ? undefined : name || null));

export const profileInput = z.object({ firstName: editedName, lastName: editedName });
export type ProfileInput = z.infer<typeof profileInput>;

export const newPasswordTooShort = (minimum: number) => `New password must be at least ${minimum} characters`;
/** For a missing field. The server replaces it with the words for its own minimum; see trpc/init.ts. */
export const newPasswordMissing = newPasswordTooShort(limits.passwordMinLength);

/** The minimum length is checked as in `registerInput`. */
export const newPassword = z
  .string(newPasswordMissing)
  .max(limits.passwordMaxLength, `New password can have at most ${limits.passwordMaxLength} characters`);

/**
 * The account's password, entered again for sensitive actions, in case the browser is unattended. Accounts without a
 * password confirm these by a new sign-in at their provider.
 */
export const confirmedPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(limits.passwordMaxLength, 'Password is incorrect');

export const changePasswordInput = z.object({
  currentPassword: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(limits.passwordMaxLength, 'Current password is incorrect'),
  newPassword,
  revokeTokens: z.boolean('revokeTokens must be true or false').default(true),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** An account as shown to its user and to administrators. Never contains the password. */
export const user = z
  .strictObject({
    id,
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    isLocked: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'User' });

/** The signed-in user. While `mustSetUpSecondFactor` is set, all other actions are forbidden. */
export const currentUser = user
  .extend({ mustSetUpSecondFactor: z.literal(true).optional() })
  .meta({ id: 'CurrentUser' });
export type CurrentUser = z.infer<typeof currentUser>;

export const authConfig = z.strictObject({
  passwordMinLength: z.int(),
  signUp: z.enum(signUpModes),
  signUpDomains: z.array(z.string()),
  hasPasswordSignIn: z.boolean(),
  providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  model: z.strictObject({ name: z.string(), isConnected: z.boolean(), canSearchWeb: z.boolean() }),
  /** Whether there is a portfolio to ask about. */
  hasPositions: z.boolean(),
  companionUrl: z.string().optional(),
  /** The file size limit of collections, if it is larger than for messages. */
  knowledgeFileBytes: z.int().optional(),
});
