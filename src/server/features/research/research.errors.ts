import { AppError, tooMany } from '~/server/lib/errors';

export const researchNotFound = () => new AppError('not_found', 'Research not found');
export const noModel = () => new AppError('conflict', 'Research needs an AI model. None is connected.');
export const noWeb = () =>
  new AppError('conflict', 'Research needs the web. No search provider is set up for this AI model.');
export const costUnknown = () =>
  new AppError('conflict', 'This AI model has no price. Leave the cost empty.', {
    field: 'usd',
  });
export const nothingFound = () => new AppError('upstream', 'No page that answers any of the questions was found.');
export const budgetUsedUp = () =>
  new AppError('conflict', 'The budget was used up before any question was answered. Change it to continue.');
export const notPlanned = () => new AppError('conflict', 'This research run cannot be started in its current state.');
export const planIsFixed = () => new AppError('conflict', 'The plan can only be changed before the run starts.');
export const tooManyResearches = (max: number) =>
  tooMany(`You have ${max} research runs in progress. Wait for one to finish, or stop it.`, 60);
