import { AppError } from '~/server/lib/errors';

export const tooManyProjects = (most: number) =>
  new AppError('conflict', `You can have at most ${most} projects. Delete one you no longer need.`);
