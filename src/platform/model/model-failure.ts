import { AppError } from '../errors.ts';

/** Tokens as the endpoint counts them; undefined where it does not say. */
export type ModelUsage = { input: number | undefined; output: number | undefined };

/** A failure of an answer, with the tokens that it has cost. Apart, since the model's libraries are loaded only when they are used. */
export class ModelFailure extends AppError {
  /** All 0 where the model was not reached; undefined where nobody knows. */
  readonly usage: ModelUsage | undefined;

  constructor({ code, message, cause }: AppError, usage: ModelUsage | undefined) {
    super(code, message, { cause });
    this.usage = usage;
  }
}
