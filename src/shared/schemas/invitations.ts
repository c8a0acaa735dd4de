import { z } from 'zod';
import { limits } from '~/shared/limits';
import { confirmedPassword, registerInput } from './auth';
import { id, pageOf, time } from './output';
import { uuid } from './text';

const { email, password, firstName, lastName } = registerInput.shape;

/** Requests a place on the waitlist or a sign-up link, depending on the settings. */
export const requestAccessInput = z.object({ email });

export const createInvitationInput = z.object({
  email,
  isAdmin: z.boolean('isAdmin must be true or false').default(false),
  days: z
    .number('days must be a number')
    .int('days must be a whole number')
    .min(1, `days must be from 1 to ${limits.invitationDays}`)
    .max(limits.invitationDays, `days must be from 1 to ${limits.invitationDays}`)
    .default(limits.invitationDaysByDefault),
  /** The password of the acting administrator, for an invitation with admin rights. */
  password: confirmedPassword.optional(),
});
export type CreateInvitationInput = z.infer<typeof createInvitationInput>;

export const invitationId = z.object({ id: uuid });

export const invitationPageInput = z.object({
  cursor: z.string().max(100).nullish(),
  limit: z.number().int().min(1).max(limits.listRows).default(limits.listRows),
});
export type InvitationPageInput = z.infer<typeof invitationPageInput>;

/** `waiting`: on the waitlist, without a link. */
export const invitationStates = ['waiting', 'pending', 'accepted', 'expired', 'revoked'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** An invitation as shown to administrators, without its link. */
const invitation = z
  .strictObject({
    id,
    email: z.string(),
    isAdmin: z.boolean().describe('Whether the account gets admin rights'),
    state: z.enum(invitationStates).describe('`waiting`: on the waitlist, not invited yet'),
    invitedBy: z.string().nullable().describe('Email of the administrator'),
    createdAt: time,
    expiresAt: time.nullable(),
  })
  .meta({ id: 'Invitation' });
export type InvitationRow = z.infer<typeof invitation>;

export const invitationPage = pageOf(invitation);
export type InvitationPage = z.infer<typeof invitationPage>;

export const createdInvitation = invitation
  .extend({
    url: z.string().describe('The link. Returned only in this response'),
    isSent: z.boolean().describe('Whether the link is also sent by email'),
  })
  .meta({ id: 'CreatedInvitation' });
export type CreatedInvitation = z.infer<typeof createdInvitation>;

const token = z.string().max(200);
export const openInvitationInput = z.object({ token });

/** Shown before the user chooses a password. */
export const openedInvitation = z.strictObject({ email: z.string(), isAdmin: z.boolean() });

export const acceptInvitationInput = z.object({ token, password, firstName, lastName });
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInput>;
