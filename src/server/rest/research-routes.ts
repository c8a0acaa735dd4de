import { changesExample, researchExample, scheduleExample } from './research-examples';
import { rowsOf } from './route';

const { get, post, patch, remove } = rowsOf('Chat');
const tooMany = 'Too many requests, or too many of your researches are in progress; see Retry-After.';

export const researchRoutes = [
  post('/research', 'research.start', 'Start a research', researchExample, {
    description:
      'An AI model writes a plan in the background. Read the research until its `state` is `planned`, then run it. The report becomes an answer of the conversation.',
    body: { example: { question: researchExample.question, budget: { minutes: 10, pages: 24, usd: '2.00' } } },
    status: 201,
    errors: {
      404: 'No such conversation or AI model.',
      409: 'No AI model is connected, it has no web, the conversation is temporary, or the Idempotency-Key belongs to another request.',
      429: tooMany,
    },
    idempotency: 'stored',
  }),
  get('/research/:id', 'research.get', 'Get a research with its notes', researchExample, {
    description: '`messageId` is the id of the report once it is being written.',
  }),
  post('/research/:id/run', 'research.run', 'Run a planned research', researchExample, {
    description:
      '`questions` replace the plan. A research that was stopped or has failed continues from its last note. The budget counts from its start.',
    body: { example: { questions: ['What is the deposit rate?'] }, isOptional: true },
    errors: { 409: 'The research is not planned, stopped or failed.', 429: tooMany },
  }),
  post('/research/:id/stop', 'research.stop', 'Stop a research', researchExample, {
    description: 'Its notes are kept. Safe to repeat.',
  }),
  get('/research/:id/changes', 'research.changes', 'Get what has changed since the report before', changesExample, {
    description:
      'For researches of a schedule. Compared are the passages that confirmed the reports with the pages as they were read, not the texts of the reports.',
  }),
  get('/research-schedules', 'research.schedules', 'List your scheduled researches', [scheduleExample], {
    description: 'The next first, paused ones at the end.',
  }),
  post('/research-schedules', 'research.createSchedule', 'Repeat a finished research', scheduleExample, {
    description:
      'The same question, plan, budget and AI model are used at each time, and the report becomes an answer of the same conversation. Times that were missed while the server was stopped run once.',
    body: { example: { researchId: researchExample.id, timing: scheduleExample.timing } },
    status: 201,
    errors: {
      404: 'No such research.',
      409: 'The research is not finished, is repeated already, or you have too many schedules.',
    },
  }),
  patch('/research-schedules/:id', 'research.updateSchedule', 'Change, pause or resume a schedule', scheduleExample, {
    id: 'scheduleId',
    body: { example: { isPaused: true } },
  }),
  remove(
    '/research-schedules/:id',
    'research.deleteSchedule',
    'Delete a schedule',
    { message: 'Schedule deleted' },
    { id: 'scheduleId', description: 'Its reports stay.' },
  ),
];
