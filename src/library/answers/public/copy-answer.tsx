import { CopyButton } from '#ui/overlays/copy-button.tsx';
import * as common from '#ui/words/messages.ts';
import * as m from '../words/messages.ts';

type Props = { text: string; label?: string; size?: 'small' };

/** Copies an answer as the model wrote it, in Markdown. */
export const CopyAnswer = ({ text, label = m.copy_answer(), size }: Props) => (
  <CopyButton
    variant="secondary"
    size={size}
    text={text}
    label={label}
    failure={common.your_browser_blocked_copying()}
  />
);
