import { AppError } from '~/server/lib/errors';

export const wrongCredentials = () => new AppError('signed_out', 'Invalid email or password');
export const wrongCurrentPassword = () => new AppError('validation', 'Current password is incorrect');
export const wrongPassword = () => new AppError('validation', 'Password is incorrect', { field: 'password' });
export const emailTaken = () => new AppError('conflict', 'An account with this email already exists');
export const accountLocked = () => new AppError('forbidden', 'Your account is locked. Please contact support.');
export const signUpClosed = () =>
  new AppError('forbidden', 'Sign-up is closed. Ask an administrator of this service for an account.');
