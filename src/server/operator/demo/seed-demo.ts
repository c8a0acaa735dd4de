/** Adds the sample data to the database. Existing data is not changed. */

import type { Deps } from '~/server/deps';
import { operator } from '~/server/features/audit/audit.service';
import { createAccount } from '~/server/features/auth/manage-account';
import { initialize } from '~/server/features/setup/setup.service';
import { OperatorError } from '~/server/lib/operator-error';
import type { Citation } from '~/shared/schemas/citations';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { dayMs } from '~/shared/utc-day';
import { type SampleConversation, type SampleText, samplePeople } from './sample-data';

export interface DemoResult {
  /** Emails of the accounts created by this run. */
  created: string[];
  conversations: number;
  positions: number;
}

const emails = samplePeople.map(({ email }) => email);
const minuteMs = 60_000;

export async function seedDemo(deps: Deps, options: { password: string; isForced: boolean }): Promise<DemoResult> {
  const real = await deps.db.user.count({ where: { email: { notIn: emails } } });
  if (real > 0 && !options.isForced)
    throw new OperatorError(
      `This database has ${real === 1 ? '1 account' : `${real} accounts`} of real users. Choose another DATA_DIR or DATABASE_URL for sample data, or add --force.`,
    );
  const found = await findSamples(deps);
  const created: string[] = [];
  let conversations = 0;
  let positions = 0;
  for (const person of samplePeople) {
    const { email, firstName, lastName, isAdmin } = person;
    const user =
      found.get(email) ??
      (await createAccount(deps, operator, { email, firstName, lastName, password: options.password }));
    if (!found.has(email)) created.push(email);
    if (isAdmin) positions += (await initialize(deps, operator, { user, seedPositions: true })).positionsCreated;
    for (const conversation of person.conversations) conversations += await write(deps, user.id, conversation);
  }
  return { created, conversations, positions };
}

/** By email. Anyone may have registered a sample's email, so an existing account never gets admin rights here. */
async function findSamples({ db }: Pick<Deps, 'db'>): Promise<Map<string, { id: string; email: string }>> {
  const select = { id: true, email: true, isAdmin: true };
  const found = await db.user.findMany({ where: { email: { in: emails } }, select });
  const administrators = samplePeople.filter(({ isAdmin }) => isAdmin).map(({ email }) => email);
  const other = found.find(({ email, isAdmin }) => administrators.includes(email) && !isAdmin);
  if (other)
    throw new OperatorError(
      `${other.email} already exists and is not an administrator, so it may belong to another person. Delete this account, or choose another DATA_DIR or DATABASE_URL for sample data. Nothing was changed.`,
    );
  return new Map(found.map((account) => [account.email, account]));
}

/** A conversation that a user deleted or continued is not restored or changed. */
async function write(deps: Deps, userId: string, { id, title, daysAgo, turns }: SampleConversation): Promise<number> {
  const begun = Date.now() - daysAgo * dayMs - turns.length * 2 * minuteMs;
  const at = (minute: number) => new Date(begun + minute * minuteMs);
  const { texts } = deps.db;
  const rows = await Promise.all(
    turns.map(async ({ ids: [questionId, answerId], question, answer }) => {
      const { content, metadata } = answerOf(answer);
      return {
        question: { id: questionId, content: await texts.seal(questionId, question) },
        answer: {
          id: answerId,
          content: await texts.seal(answerId, content),
          metadata: JSON.parse(JSON.stringify(await texts.sealMetadata(answerId, metadata))),
        },
      };
    }),
  );
  return deps.db.$transaction(async (tx) => {
    const data = { id, userId, title, createdAt: at(0), updatedAt: at(turns.length * 2) };
    const { count } = await tx.conversation.createMany({ data, skipDuplicates: true });
    if (count === 0) return 0;
    // One by one, because messages are ordered by their time of insertion.
    for (const [place, { question, answer }] of rows.entries()) {
      const at0 = at(place * 2);
      await tx.message.create({ data: { ...question, role: 'user', createdAt: at0, conversationId: id } });
      const at1 = at(place * 2 + 1);
      await tx.message.create({ data: { ...answer, role: 'assistant', createdAt: at1, conversationId: id } });
    }
    return 1;
  });
}

/** Joins the pieces into one text with citations. */
function answerOf(pieces: SampleText[]): { content: string; metadata: MessageMetadata } {
  let content = '';
  const citations: Citation[] = [];
  for (const piece of pieces) {
    const start = content.length;
    content += typeof piece === 'string' ? piece : piece.text;
    if (typeof piece !== 'string') citations.push({ ...piece.from, start, end: content.length });
  }
  const numSourcesUsed = new Set(citations.map(({ url }) => url)).size;
  const model = 'sample answer';
  const sources = numSourcesUsed > 0 ? { liveSearchUsed: true, numSourcesUsed, citations } : {};
  return { content, metadata: { processing: false, status: 'complete', model, ...sources } };
}
