import { APICallError, RetryError } from 'ai';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { assertComplete, isBeforeAnswer, toAppError, toMemberError } from './model-errors.server.ts';

describe('a language model that fails', () => {
  const call = (statusCode?: number, message = 'No', cause?: unknown) =>
    new APICallError({
      message,
      url: 'https://m.example',
      requestBodyValues: {},
      ...(statusCode && { statusCode }),
      cause,
    });
  const said = (error: unknown) => (error as AppError).message;

  test.each([
    [call(401), "The site's language model isn't set up correctly. Please tell the site owner."],
    [call(404), "The site's language model isn't set up correctly. Please tell the site owner."],
    [call(429), 'The language model is busy. Try again in a minute.'],
    [call(413), 'This prompt is too long for the language model.'],
    [call(400, 'maximum context length exceeded'), 'This prompt is too long for the language model.'],
    [call(400, 'bad word'), 'The language model refused this prompt. Change it and try again.'],
    [call(503), 'The language model failed. Try again in a minute.'],
    [call(200), 'The connection to the language model was lost. Try again.'],
    [call(), "The language model couldn't be reached."],
    [new Error('socket'), 'The connection to the language model was lost. Try again.'],
  ])('tells members what they can do: %#', (error, words) => {
    expect(said(toMemberError(error, undefined))).toBe(words);
  });

  test('tells admins what went wrong in the last attempt', () => {
    const retried = new RetryError({
      message: 'Tried',
      reason: 'maxRetriesExceeded',
      errors: [call(429), call(401)],
    });
    expect(said(toAppError(retried, undefined))).toContain("rejected this site's API key");
    expect(said(toAppError(call(503), 30))).toBe('The language model took longer than 30 seconds.');
    const abort = Object.assign(new Error('Stopped'), { name: 'AbortError' });
    expect(toAppError(abort, undefined)).toBe(abort);
  });

  test.each([
    [call(400), true],
    [call(503), true],
    [call(504), false],
    [call(200), false],
    [call(undefined, 'No', { code: 'ECONNREFUSED' }), true],
    [call(undefined, 'No', { code: 'ECONNRESET' }), false],
    [new Error('socket'), false],
  ])('has surely not begun to answer: %#', (error, isBefore) => {
    expect(isBeforeAnswer(error)).toBe(isBefore);
  });

  test('is noticed when an answer was cut off or filtered', () => {
    expect(() => assertComplete('stop')).not.toThrow();
    expect(() => assertComplete('length')).toThrow('cut off');
    expect(() => assertComplete('content-filter')).toThrow(AppError);
  });
});
