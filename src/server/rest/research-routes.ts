import { idOf } from '~/server/lib/schema-examples';
import { rowsOf } from './route';

const { get, post, patch, remove } = rowsOf('Chat');

export const researchRoutes = [
  post('/research', 'research.start', {
    body: {
      question: 'Where do the key interest rates of the ECB stand?',
      budget: { minutes: 10, pages: 24, usd: '2.00' },
    },
    status: 201,
    idempotency: 'stored',
  }),
  get('/research/:id', 'research.get'),
  post('/research/:id/run', 'research.run', {
    body: { questions: ['What is the deposit rate?'] },
    isBodyOptional: true,
  }),
  post('/research/:id/stop', 'research.stop'),
  get('/research/:id/changes', 'research.changes'),
  get('/research-schedules', 'research.schedules'),
  post('/research-schedules', 'research.createSchedule', {
    body: {
      researchId: idOf('research'),
      timing: { frequency: 'weekly', weekday: 1, time: '08:00', timeZone: 'Europe/Berlin' },
    },
    status: 201,
  }),
  patch('/research-schedules/:id', 'research.updateSchedule', { body: { isPaused: true } }),
  remove('/research-schedules/:id', 'research.deleteSchedule', 'Schedule deleted'),
];
