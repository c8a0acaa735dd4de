import { AppError } from '~/server/lib/errors';
import { maxSchedules } from '~/shared/schemas/research-schedules';

export const scheduleNotFound = () => new AppError('not_found', 'Schedule not found');
export const notFinished = () => new AppError('conflict', 'Only finished research can be repeated.');
export const alreadyScheduled = () =>
  new AppError('conflict', 'This research is already repeated. Change its schedule in Settings.');
export const tooManySchedules = () =>
  new AppError('conflict', `You can have ${maxSchedules} schedules. Delete one in Settings first.`);
