/** The server's checks of figures in an answer. Offsets are in UTF-16 code units of its text. */
import { z } from 'zod';
import { id } from './output';

export const unconfirmedFigures = z
  .array(
    z.strictObject({
      start: z.int().describe('Offset in the text of the answer, in UTF-16 code units'),
      end: z.int(),
      text: z.string(),
    }),
  )
  .describe('Figures that could be of the portfolio and that it does not confirm');

export const citedFigures = z
  .array(
    z.strictObject({
      start: z.int(),
      end: z.int(),
      text: z.string(),
      sources: z.array(z.int()).describe('Places of these sources in `citations`'),
    }),
  )
  .describe(
    'Figures that only sources confirm which are still being read. Without their confirmation they become unconfirmed',
  );

export const confirmedFigures = z
  .array(
    z.strictObject({
      start: z.int(),
      end: z.int(),
      source: z.string(),
      ticker: z.string().optional().describe('The share that it is of; absent for the whole portfolio'),
      positionId: id.optional().describe('The position whose page shows how it is calculated'),
      isOfTrackRecord: z.literal(true).optional().describe('The track record shows how it is calculated'),
    }),
  )
  .describe('Figures that the server filled in from the portfolio');

export const answerCorrection = z
  .strictObject({
    firstText: z.string().describe('The answer as it was first written and shown'),
    figures: z
      .array(z.strictObject({ start: z.int(), end: z.int(), text: z.string() }))
      .describe('The unconfirmed figures of the first text, with their offsets in UTF-16 code units'),
    corrected: z.int().describe('How many of them the answer no longer has'),
  })
  .meta({ id: 'AnswerCorrection' });
export type AnswerCorrection = z.infer<typeof answerCorrection>;
