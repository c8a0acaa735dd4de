import { changesExample, researchExample, scheduleExample } from './research-examples';
import { rowsOf } from './route';

const { get, post, patch, remove } = rowsOf('Chat');

export const researchRoutes = [
  post('/research', 'research.start', researchExample, {
    body: { question: researchExample.question, budget: { minutes: 10, pages: 24, usd: '2.00' } },
    status: 201,
    idempotency: 'stored',
  }),
  get('/research/:id', 'research.get', researchExample),
  post('/research/:id/run', 'research.run', researchExample, {
    body: { questions: ['What is the deposit rate?'] },
    isBodyOptional: true,
  }),
  post('/research/:id/stop', 'research.stop', researchExample),
  get('/research/:id/changes', 'research.changes', changesExample),
  get('/research-schedules', 'research.schedules', [scheduleExample]),
  post('/research-schedules', 'research.createSchedule', scheduleExample, {
    body: { researchId: researchExample.id, timing: scheduleExample.timing },
    status: 201,
  }),
  patch('/research-schedules/:id', 'research.updateSchedule', scheduleExample, { body: { isPaused: true } }),
  remove('/research-schedules/:id', 'research.deleteSchedule', 'Schedule deleted'),
];
