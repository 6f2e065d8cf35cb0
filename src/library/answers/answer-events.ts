import { z } from 'zod';

/** The events of the AI SDK's UI message stream protocol that are used here. */
export const answerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    /** `runs_left` is null without a limit. */
    messageMetadata: z.object({ model: z.string(), runs_left: z.int().nullable() }),
  }),
  z.object({ type: z.literal('text-start'), id: z.string() }),
  z.object({ type: z.literal('text-delta'), id: z.string(), delta: z.string() }),
  z.object({ type: z.literal('text-end'), id: z.string() }),
  /** `is_cut`: the answer reached the owner's length limit. */
  z.object({ type: z.literal('finish'), messageMetadata: z.object({ is_cut: z.boolean() }) }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
]);
export type AnswerEvent = z.output<typeof answerEvent>;
