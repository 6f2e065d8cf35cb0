import * as m from '../words/messages.ts';
import type { Answer } from './use-answer.ts';

/** The progress of an answer in words, or why there is none. */
export const answerWords = (answer: Answer): string =>
  ({
    none: '',
    waiting: m.waiting_for_the_first_word(),
    writing: m.writing(),
    done: answer.isCut ? m.cut_off() : answer.model ? m.done_by_model({ model: answer.model }) : m.done(),
    stopped: m.stopped(),
    failed: answer.message,
  })[answer.state];
