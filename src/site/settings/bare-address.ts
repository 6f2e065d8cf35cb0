import { addressProblem } from '#platform/contract/address-problem.ts';
import { isWebAddress } from '#platform/text/web-address.ts';
import * as m from './words/messages.ts';

/** Whether it is a URL that paths can be added to. */
export const isBareAddress = (text: string): boolean => isWebAddress(text) && !/[?#]/.test(text);

/** What is wrong with a text that begins like such a URL. */
export const bareAddressProblem = (text: unknown): string | undefined =>
  addressProblem(text) ?? (/^https?:.*[?#]/i.test(String(text)) ? m.leave_out_the_query() : undefined);
