import { messageOf } from '#platform/error-message.ts';

/** A line about one difference from the provider, which is already repaired unless the line says otherwise. */
export type Difference = string;

/** Reports an object that fails to compare, so that the rest can continue. */
export async function attempt(
  differences: Difference[],
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    differences.push(`${name} could not be compared: ${messageOf(error)}`);
  }
}
