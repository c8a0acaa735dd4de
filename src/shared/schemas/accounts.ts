import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword, user } from './auth';
import { id, pageOf, time } from './output';
import { storableText, uuid } from './text';

export const waitlistInput = z.object({
  email: storableText
    .trim()
    .max(limits.emailCharacters, 'Invalid email format')
    .pipe(z.email('Invalid email format').toLowerCase()),
});

/** The columns by which administrators can sort accounts. */
export const userSorts = ['email', 'name', 'status', 'createdAt'] as const;
export type UserSort = (typeof userSorts)[number];

/** A page of accounts. `search`: words that all occur in the email or name, ignoring case and accents. */
export const userPageInput = z.object({
  sort: z.enum(userSorts, 'Unknown sort order').default('createdAt'),
  /** Not `direction`, which tRPC reserves for infinite queries. */
  sortDirection: z.enum(['ascending', 'descending'], 'Use ascending or descending').default('descending'),
  search: storableText.trim().max(limits.searchCharacters, 'The search text is too long').optional(),
  cursor: z.string().max(4000).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export type UserPageInput = z.infer<typeof userPageInput>;

const userRow = user
  .extend({
    hasSecondFactor: z.boolean(),
    isEmailConfirmed: z.boolean().nullable().describe('null if the installation sends no email to confirm it'),
  })
  .meta({ id: 'Account' });

/** `total` is the number of matching accounts, on the first page only. */
export const userPage = pageOf(userRow).extend({ total: z.int().nullable() });
export type UserPage = z.infer<typeof userPage>;
export type UserRow = UserPage['items'][number];

const waitlistEntry = z.strictObject({ id, email: z.string(), createdAt: time }).meta({ id: 'WaitlistEntry' });
export type WaitlistRow = z.infer<typeof waitlistEntry>;

/** A page of the waitlist, newest first. `total` is the number of all signups. */
export const waitlistPageInput = z.object({
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export type WaitlistPageInput = z.infer<typeof waitlistPageInput>;

export const waitlistPage = pageOf(waitlistEntry).extend({ total: z.int() });
export type WaitlistPage = z.infer<typeof waitlistPage>;

/** A part of the waitlist for export, oldest first. The request without a cursor starts the export and is logged. */
export const waitlistExportInput = z.object({ cursor: z.string().max(100).nullish() }).optional();

export const waitlistExport = pageOf(waitlistEntry);
export type WaitlistExport = z.infer<typeof waitlistExport>;

export const waitlistEntryId = z.object({ id: uuid });
export const lockUserInput = z.object({ userId: uuid, isLocked: z.boolean('isLocked must be true or false') });
export const setAdminInput = z.object({
  userId: uuid,
  isAdmin: z.boolean('isAdmin must be true or false'),
  /** The password of the acting administrator. */
  password: confirmedPassword.optional(),
});
export const resetSecondFactorInput = z.object({
  userId: uuid,
  /** The password of the acting administrator. */
  password: confirmedPassword.optional(),
});
export const userId = z.object({ userId: uuid });
export const setupInput = z.object({
  seedPositions: z.boolean().default(true),
  token: storableText.max(500).optional(),
});

/** Whether the signed-in account may complete the setup. */
export const setupStatus = z.strictObject({ isAllowed: z.boolean() });
export type SetupStatus = z.infer<typeof setupStatus>;

export const setupOutput = z
  .strictObject({ positionsCreated: z.boolean(), isAdmin: z.literal(true) })
  .meta({ id: 'SetupResult' });
export type SetupOutput = z.infer<typeof setupOutput>;
