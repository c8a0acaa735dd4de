import { AppError } from '~/server/lib/errors';

export const groupNotFound = () => new AppError('not_found', 'Group not found');
export const memberNotFound = () => new AppError('not_found', 'Member not found');
export const groupNameTaken = () =>
  new AppError('conflict', 'Another group has this name. Choose a different one.', { field: 'name' });
export const tooManyGroups = (max: number) =>
  new AppError('conflict', `There can be at most ${max} groups. Delete one that is no longer needed.`);
