import { AppError } from '../errors.ts';

/** Tokens as counted by the endpoint; undefined if it doesn't report them. */
export type ModelUsage = { input: number | undefined; output: number | undefined };

/**
 * A failed answer, with the tokens that it has used. In a separate file, because the model's libraries are only loaded
 * on first use.
 */
export class ModelFailure extends AppError {
  /** All 0 if the model wasn't reached; undefined if unknown. */
  readonly usage: ModelUsage | undefined;

  constructor({ code, message, cause }: AppError, usage: ModelUsage | undefined) {
    super(code, message, { cause });
    this.usage = usage;
  }
}
