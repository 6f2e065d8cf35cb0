import { formatNumber } from './format.ts';
import * as m from './words/messages.ts';

/** Says where an item of a list is now. @param place 0-based */
export const movedMessage = (name: string, place: number, count: number): string =>
  m.moved_to_position({ name, place: formatNumber(place + 1), count: formatNumber(count) });
