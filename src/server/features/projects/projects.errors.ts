import { AppError } from '~/server/lib/errors';

export const tooManyProjects = (max: number) =>
  new AppError('conflict', `You can have at most ${max} projects. Delete one you no longer need.`);
