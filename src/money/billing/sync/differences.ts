import { messageOf } from '#platform/error-message.ts';

/** A line about one difference from the provider, which has been repaired unless the line says otherwise. */
export type Difference = string;

/** Report objects that fail to compare, and continue with the rest. */
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
