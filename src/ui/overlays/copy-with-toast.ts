import { copyText } from '../copy-text.ts';
import * as common from '../words/messages.ts';
import { toast } from './toasts.tsx';

/** Copies a text and says whether that worked. */
export async function copyWithToast(text: string, copied: string, failure: string): Promise<void> {
  try {
    await copyText(text);
    toast.success(copied);
  } catch {
    toast.error(failure);
  }
}

/** Copies a short text, or shows it to be copied by hand. */
export const copyOrShow = (text: string, copied: string): Promise<void> =>
  copyText(text).then(
    () => toast.success(copied),
    () => toast.info(text),
  );

export const copyLink = (link: string): Promise<void> => copyOrShow(link, common.link_copied());
