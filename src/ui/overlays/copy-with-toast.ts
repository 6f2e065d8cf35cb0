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

/** Copies a link, or shows it to be copied by hand. */
export const copyLink = (link: string): Promise<void> =>
  copyText(link).then(
    () => toast.success(common.link_copied()),
    () => toast.info(link),
  );
